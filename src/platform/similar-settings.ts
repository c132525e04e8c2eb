import { distance } from 'fastest-levenshtein'

/** Short names are like those of many programs: HOST and HOME. */
const minLength = 7

export function similarSettings(env: object, settings: string[]): string[] {
  const unknown = Object.keys(env).filter(name => !settings.includes(name))
  return unknown.flatMap(name => {
    const meant = settings.find(
      setting => setting.length >= minLength && distance(name.toUpperCase(), setting) <= 2,
    )
    return meant ? [`${name} is not a setting: is ${meant} meant?`] : []
  })
}
