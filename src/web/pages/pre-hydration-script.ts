import { createHash } from 'node:crypto'
import { scriptOf } from '../../platform/http/script-of.shared.ts'
import { rememberInput } from './remember-input.ts'

const script = scriptOf(rememberInput)

export const preHydrationScript = `<script>${script}</script>`

export const preHydrationScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
