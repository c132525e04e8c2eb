import { expect, test } from 'vitest'
import { listenError } from './listen-error.ts'

test.each(['PORT', 'BOUNCE_SMTP_PORT'])('A %s that only root may open is explained', setting => {
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(listenError(refused, { setting, host: '127.0.0.1', port: 25 })).toEqual(
    new Error(
      `${setting} 25 is not open to this user: choose one of at least 1024, or give the process the capability CAP_NET_BIND_SERVICE.`,
    ),
  )
})
