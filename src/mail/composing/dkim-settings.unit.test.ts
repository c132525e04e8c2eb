import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, SettingError } from '../../platform/config/config.ts'

const pem = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
const good = pem(1024)

test('The key can be PEM text, PEM text with escaped line ends, or a file name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-dkim-'))
  const path = join(folder, 'key.pem')
  await writeFile(path, good)
  for (const DKIM_KEY of [good, good.replaceAll('\n', '\\n'), path]) {
    const { dkim } = readConfig({
      DKIM_KEY,
      DKIM_SELECTOR: 'mail',
      PUBLIC_URL: 'https://radr.example',
    })
    expect(dkim).toMatchObject({ selector: 'mail', domain: 'radr.example' })
    expect(dkim?.key.export({ type: 'pkcs8', format: 'pem' })).toBe(good)
  }
  await rm(folder, { recursive: true })
})

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

test.each([
  [
    'a file that is not there',
    { DKIM_KEY: '/no/such/file' },
    /^DKIM_KEY takes a private RSA key .* cannot be read \(ENOENT\)/,
  ],
  ['a key of another kind', { DKIM_KEY: ec }, /^DKIM_KEY takes a private RSA key/],
  ['a text that is no key', { DKIM_KEY: '-----BEGIN X' }, /^DKIM_KEY takes a private RSA key/],
  ['a short key', { DKIM_KEY: pem(768) }, /^DKIM_KEY takes .* 1024 bits, and this one has 768/],
  ['no selector', { DKIM_KEY: good }, /^DKIM_SELECTOR is missing/],
  ['a selector alone', { DKIM_SELECTOR: 'mail' }, /^DKIM_SELECTOR does nothing without DKIM_KEY/],
  ['a wrong domain', { DKIM_DOMAIN: 'not a name' }, /^DKIM_DOMAIN takes a name/],
])('One sentence says why the app does not start with %s', (_, settings, sentence) => {
  const read = () => readConfig(settings)
  expect(read).toThrow(SettingError)
  expect(read).toThrow(sentence)
  expect(read).toThrow(/^[^\n]*\.$/)
})
