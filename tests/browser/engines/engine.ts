import { existsSync } from 'node:fs'

/** A browser that is not Chromium, as the journeys use it: real input, and functions that run in the page. */
export type Engine = {
  /** A window of its own, without cookies. */
  open(size: { width: number; height: number }): Promise<EngineWindow>
  stop(): Promise<void>
}

export type EngineWindow = {
  go(url: string): Promise<void>
  back(): Promise<void>
  /** Runs a function in the page that uses nothing but its arguments. */
  run<Arguments extends (string | number)[], Result>(
    inPage: (...given: Arguments) => Result,
    ...given: Arguments
  ): Promise<Result>
  click(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  press(key: 'Escape' | 'Enter' | 'Select all'): Promise<void>
  /** A PNG. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

export type EngineKind = {
  name: string
  /** Debian packages, each with a file that it installs. */
  packages: Record<string, string>
  start(): Promise<Engine>
}

/** The packages that this machine lacks. */
export const missingPackages = ({ packages }: EngineKind): string[] =>
  Object.keys(packages).filter(name => !existsSync(packages[name] ?? ''))
