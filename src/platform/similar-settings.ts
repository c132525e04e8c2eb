import { distance } from 'fastest-levenshtein'

/** Short names are like those of many programs: HOST and HOME. */
const minLength = 7

type SimilarSetting = {
  name: string
  meant: string
  /** One character is wrong, or two have changed places; otherwise another program may well have this name. */
  isMisspelled: boolean
}

/** Variables that are not settings, and whose names are nearly those of settings. */
export function similarSettings(env: object, settings: string[]): SimilarSetting[] {
  const unknown = Object.keys(env).filter(name => !settings.includes(name))
  return unknown.flatMap(name => {
    const written = name.toUpperCase()
    const similar = settings
      .filter(setting => setting.length >= minLength && distance(written, setting) <= 2)
      .toSorted((one, other) => distance(written, one) - distance(written, other))[0]
    // Other programs take SMTP_HOST and SMTP_PASSWORD.
    const [family] = /^(?:SMTP|DKIM|BOUNCE)_/.exec(written) ?? []
    const meant = similar ?? settings.find(setting => family && setting.startsWith(family))
    if (!meant) return []
    const isSlip = distance(written, meant) <= 1 || sortedLetters(written) === sortedLetters(meant)
    // What is set itself has no misspelling.
    const isSet = meant in env || `${meant}_FILE` in env
    return [{ name, meant, isMisspelled: isSlip && !isSet }]
  })
}

const sortedLetters = (text: string) => [...text].sort().join('')
