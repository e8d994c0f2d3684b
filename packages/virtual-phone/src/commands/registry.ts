import { CommandError, type Program, print } from '../shell/command.ts'
import { monkey } from './activity-programs.ts'
import { appProcessPrograms } from './app-process.ts'
import { filePrograms } from './file-programs.ts'
import { flowPrograms } from './flow.ts'
import { hashPrograms } from './hash.ts'
import { input } from './input-program.ts'
import { listingPrograms } from './listing.ts'
import { networkPrograms } from './network-programs.ts'
import { processPrograms } from './process-programs.ts'
import { propertyPrograms } from './properties.ts'
import { dumpsys } from './reports.ts'
import { screenPrograms } from './screen-programs.ts'
import { servicePrograms } from './service-programs.ts'
import { tarPrograms } from './tar.ts'
import { textPrograms } from './text.ts'

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  Object.entries({
    ...appProcessPrograms,
    ...filePrograms,
    ...flowPrograms,
    ...hashPrograms,
    ...listingPrograms,
    ...networkPrograms,
    ...processPrograms,
    ...propertyPrograms,
    ...screenPrograms,
    ...servicePrograms,
    ...tarPrograms,
    ...textPrograms,
    dumpsys,
    input,
    monkey,
    toybox,
    which,
  }),
)

/** By name, or by a path such as `/system/bin/ls`. */
export function findProgram(name: string): Program | null {
  return PROGRAMS.get(name.replace(/^(?:\/system)?\/x?bin\//, '')) ?? null
}

/** On a real phone most programs are links to toybox. */
function toybox(context: Parameters<Program>[0]): Promise<number> {
  if (context.args.length === 0) throw new CommandError('a command is needed')
  return context.run(context.args)
}

async function which(context: Parameters<Program>[0]): Promise<number> {
  const found = context.args.filter((name) => PROGRAMS.has(name))
  await print(context, found.map((name) => `/system/bin/${name}\n`).join(''))
  return found.length === context.args.length ? 0 : 1
}
