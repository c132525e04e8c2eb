import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { errorCode } from '../errors.ts'

const fewestBits = 1024

/**
 * Reads the private key that signs mail from a PEM text (line ends may be written `\n`) or from the file
 * at a path. A returned string is the error, the end of a sentence that begins with the setting's name.
 */
export function readDkimKey(value: string): KeyObject | string {
  let pem = value.replaceAll('\\n', '\n')
  if (!value.includes('-----BEGIN')) {
    try {
      pem = readFileSync(value, 'utf8')
    } catch (error) {
      return `takes a private RSA key as PEM, or the path of a file with one, and this file cannot be read (${errorCode(error)})`
    }
  }
  const key = parsed(pem)
  // nodemailer silently omits the signature for other kinds of keys.
  if (key?.asymmetricKeyType !== 'rsa')
    return 'takes a private RSA key as PEM, without a passphrase'
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < fewestBits
    ? `takes an RSA key of at least ${fewestBits} bits, and this one has ${bits}`
    : key
}

function parsed(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
