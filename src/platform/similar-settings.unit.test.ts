import { expect, test } from 'vitest'
import { settingNames } from './config.ts'
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
  const wrong = { DATABSE_URL: 'a', smtp_url: 'b', PUBLIC_URI: 'c' }
  expect(similarSettings({ ...other, ...exact }, settingNames)).toEqual([])
  expect(similarSettings({ ...other, ...exact, ...wrong }, settingNames)).toEqual([
    'DATABSE_URL is not a setting: is DATABASE_URL meant?',
    'smtp_url is not a setting: is SMTP_URL meant?',
    'PUBLIC_URI is not a setting: is PUBLIC_URL meant?',
  ])
})
