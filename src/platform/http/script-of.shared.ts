/**
 * The source of a script that calls the function with these arguments. The function may use nothing of its module,
 * because its text alone is sent.
 */
export const scriptOf = <Values extends string[]>(
  run: (...values: Values) => void,
  ...values: Values
) => `(${run})(${values.map(value => JSON.stringify(value)).join(', ')})`
