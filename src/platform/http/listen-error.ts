import { SettingError } from '../config/config.ts'
import { errorCode } from '../errors.ts'

type Place = { setting: string; host: string; port: number }

/** What the operator is told when a port cannot be listened on; an error that no setting causes stays as it is. */
export function listenError(error: unknown, { setting, host, port }: Place): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new SettingError(
        `${setting} ${port} is in use by another program: stop it or choose another ${setting}.`,
      )
    case 'EACCES':
      return new SettingError(
        `${setting} ${port} is not open to this user: choose one of at least 1024, or give the process the capability CAP_NET_BIND_SERVICE.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new SettingError(`HOST ${host} is not an address of this machine.`)
    default:
      return error
  }
}
