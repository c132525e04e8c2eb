import { replaceQuery, useUrl } from '../routing/router.tsx'

type Values = Record<string, string | number | boolean>

/**
 * What a list shows, kept in the URL's query, so that Back, a reload and a shared link show the same.
 * @param read The names of the query are those of the state; without one it gives the initial value.
 */
export function useSearchState<T extends Values>(
  read: (query: URLSearchParams) => T,
): [T, (changes: Partial<T>) => void] {
  const initial: Values = read(new URLSearchParams())
  function change(changes: Partial<T>) {
    const query = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(changes))
      if (value === initial[name]) query.delete(name)
      else query.set(name, String(value))
    replaceQuery(query)
  }
  return [read(useUrl().searchParams), change]
}

/** One of the choices; the first without a valid one. */
export const choiceIn = <T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly [T, ...T[]],
): T => choices.find(choice => choice === query.get(name)) ?? choices[0]

export const textIn = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? '').trim().slice(0, 100)

/** A page's number, from 1. */
export const pageIn = (query: URLSearchParams, name: string) =>
  /^[1-9]\d{0,4}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 1
