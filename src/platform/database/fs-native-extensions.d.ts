declare module 'fs-native-extensions' {
  /** Locks a file that is open for writing until it is closed; false while another descriptor has it locked. */
  export function tryLock(descriptor: number): boolean
}
