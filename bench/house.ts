import { measureSessionCall } from './house/session-call.ts'
import type { Part } from './run.ts'

export const houseParts = (_flags: ReadonlySet<string>): readonly Part[] => [measureSessionCall]
