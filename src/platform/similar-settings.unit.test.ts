import { expect, test } from 'vitest'
import { readConfig, SettingError, settingNames } from './config.ts'
import { similarSettings } from './similar-settings.ts'

test('Names that are nearly those of settings are reported, and those of other programs are not', () => {
  const other = {
    HOME: '/root',
    HOSTNAME: 'a',
    PATH: '',
    MAIL: '/var/mail/a',
    PWD: '/',
    LOGNAME: 'a',
  }
  const exact = { DATABASE_URL: 'a', SMTP_URL: 'b', PORT: '3000' }
  expect(similarSettings({ ...other, ...exact }, settingNames)).toEqual([])
  const wrong = {
    DATABSE_URL: 'a',
    smtp_url: 'b',
    PUBLIC_ULR: 'c',
    HTTP_URL: 'd',
    SMTP_PASSWORD: 'e',
  }
  expect(similarSettings({ ...other, ...wrong }, settingNames)).toEqual([
    { name: 'DATABSE_URL', meant: 'DATABASE_URL', isMisspelled: true },
    { name: 'smtp_url', meant: 'SMTP_URL', isMisspelled: true },
    { name: 'PUBLIC_ULR', meant: 'PUBLIC_URL', isMisspelled: true },
    { name: 'HTTP_URL', meant: 'SMTP_URL', isMisspelled: false },
    { name: 'SMTP_PASSWORD', meant: 'SMTP_URL', isMisspelled: false },
  ])
})

test.each(['DATABSE_URL', 'DATABASE_URLS', 'DATABASE_ULR', 'database_url', 'DATABASEURL'])(
  '%s in place of DATABASE_URL is an error, and none where DATABASE_URL is set as well',
  name => {
    const DATABASE_URL = 'postgres://radr@localhost/radr'
    expect(() => readConfig({ [name]: DATABASE_URL })).toThrow(
      new SettingError(
        `${name} is not a setting. Did you mean DATABASE_URL? If another program needs ${name}, set both, DATABASE_URL empty for its default.`,
      ),
    )
    expect(readConfig({ [name]: 'other', DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
    })
    expect(readConfig({ [name]: 'other', DATABASE_URL: '' })).toMatchObject({
      databaseUrl: undefined,
    })
  },
)

test('A misspelled secret whose setting is in a file belongs to another program', () => {
  const env = { SMTP_URI: 'smtp://other.example', SMTP_URL_FILE: '/run/secrets/smtp' }
  expect(similarSettings(env, settingNames)).toEqual([
    { name: 'SMTP_URI', meant: 'SMTP_URL', isMisspelled: false },
  ])
})
