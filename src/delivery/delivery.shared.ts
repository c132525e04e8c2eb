/** Counting ends here, because each delivery is looked up at each request. */
export const maxRetryable = 100
