import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

const fewestBits = 1024

/**
 * Reads the private key that signs mail from a PEM text (line ends may be written `\n`) or from the file
 * at a path. A returned string is the error, the end of a sentence that begins with the setting's name.
 */
export function readDkimKey(value: string): KeyObject | string {
  const pem = value.includes('-----BEGIN') ? value.replaceAll('\\n', '\n') : readText(value)
  if (pem === null) return 'takes a private RSA key as PEM, or the path of a file with one'
  const key = parsed(pem)
  // nodemailer silently omits the signature for other kinds of keys.
  if (key?.asymmetricKeyType !== 'rsa')
    return 'takes a private RSA key as PEM, without a passphrase'
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < fewestBits
    ? `takes an RSA key of at least ${fewestBits} bits, and this one has ${bits}`
    : key
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function parsed(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
