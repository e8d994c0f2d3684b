import type { Program } from '../shell/command.ts'
import { flowPrograms } from './flow.ts'
import { propertyPrograms } from './properties.ts'
import { textPrograms } from './text.ts'

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  Object.entries({ ...flowPrograms, ...propertyPrograms, ...textPrograms }),
)

/** By name, or by a path into one of the folders of programs. */
export function findProgram(name: string): Program | null {
  const base = name.replace(/^(?:\/system)?\/(?:x?bin)\//, '')
  return PROGRAMS.get(base) ?? null
}
