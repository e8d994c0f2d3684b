import { randomInt } from 'node:crypto'
import { FileError } from '../files/errors.ts'
import { absolutePath } from '../files/paths.ts'
import type { CommandContext } from '../shell/command.ts'
import { print } from '../shell/command.ts'
import { ApkError } from '../system/apk.ts'
import { type ByteSource, copyBytes } from '../system/bytes.ts'
import { type Packages, STAGED_PREFIX } from '../system/packages.ts'
import { readOptions } from './options.ts'
import { isChangeablePermission } from './package-permissions.ts'

const VALUED = ['S', 'i', 'p', 'user', 'abi', 'instant', 'install-location', 'install-reason', 'originating-uri', 'pkg']
/** Folder of an install session. */
const SESSION_FOLDER = `/data/app/${STAGED_PREFIX}`

/** `pm install`: from stdin with `-S`, or from a file of the phone. */
export async function install(context: CommandContext, args: readonly string[]): Promise<number> {
  const { flags, values, operands } = readOptions(args, VALUED)
  const staged = `${SESSION_FOLDER}${crypto.randomUUID()}.tmp`
  const [given] = operands
  return reporting(context, async () => {
    if (values.has('S') && (given === undefined || given === '-')) {
      await stage(context, exactly(context, Number(values.get('S'))), staged)
    } else if (given === undefined) {
      throw new ApkError('INSTALL_FAILED_INVALID_URI: no file given')
    } else {
      const reader = context.system.files.openToRead(absolutePath(context.workFolder, given))
      await stage(context, reader, staged).finally(() => reader.close())
    }
    try {
      const rights = { mayReplace: mayReplace(context, flags), mayDowngrade: mayDowngrade(context, flags) }
      const { packageName } = context.system.packages.install([staged], rights)
      if (flags.has('g')) grantAll(context, packageName)
    } finally {
      discard(context, staged)
    }
    return 'Success'
  })
}

/** `-g` grants what a user would be asked for. */
function grantAll({ system: { packages } }: CommandContext, packageName: string): void {
  packages.setGranted(packageName, (packages.find(packageName)?.requested ?? []).filter(isChangeablePermission))
}

interface SessionRights {
  readonly mayReplace: boolean
  readonly mayDowngrade: boolean
}

/** By id; a session does not outlive the system. */
const sessionRights = new WeakMap<Packages, Map<string, SessionRights>>()

export function createSession(context: CommandContext, args: readonly string[]): Promise<number> {
  const { flags } = readOptions(args, VALUED)
  return reporting(context, async () => {
    const id = randomInt(1, 2 ** 30)
    context.system.serviceFiles.makeFolder(`${SESSION_FOLDER}${id}`)
    const sessions = sessionRights.get(context.system.packages) ?? new Map<string, SessionRights>()
    const rights = { mayReplace: mayReplace(context, flags), mayDowngrade: mayDowngrade(context, flags) }
    sessionRights.set(context.system.packages, sessions.set(String(id), rights))
    return `Success: created install session [${id}]`
  })
}

export function writeSession(context: CommandContext, args: readonly string[]): Promise<number> {
  const { values, operands } = readOptions(args, VALUED)
  const [id = '', name = 'base'] = operands
  return reporting(context, async () => {
    const folder = sessionFolder(context, id)
    const sizeBytes = Number(values.get('S') ?? 0)
    await stage(context, exactly(context, sizeBytes), `${folder}/${name.replaceAll('/', '_')}`)
    return `Success: streamed ${sizeBytes} bytes`
  })
}

export function commitSession(context: CommandContext, [id = '']: readonly string[]): Promise<number> {
  return reporting(context, async () => {
    const folder = sessionFolder(context, id)
    try {
      const parts = context.system.serviceFiles.list(folder).map((name) => `${folder}/${name}`)
      if (parts.length === 0) throw new ApkError('INSTALL_FAILED_INVALID_APK: Session has no APKs')
      context.system.packages.install(
        parts,
        sessionRights.get(context.system.packages)?.get(id) ?? { mayReplace: false },
      )
    } finally {
      discard(context, folder)
    }
    return 'Success'
  })
}

export function abandonSession(context: CommandContext, [id = '']: readonly string[]): Promise<number> {
  return reporting(context, async () => {
    discard(context, sessionFolder(context, id))
    return 'Success'
  })
}

/** Since Android 9 `-r` is the default, and `-R` forbids it. */
function mayReplace({ system }: CommandContext, flags: ReadonlySet<string>): boolean {
  return flags.has('r') || (Number(system.properties.get('ro.build.version.sdk')) >= 28 && !flags.has('R'))
}

/** `-d` counts on builds for developers only. */
const mayDowngrade = ({ system }: CommandContext, flags: ReadonlySet<string>): boolean =>
  flags.has('d') && system.properties.get('ro.debuggable') === '1'

function sessionFolder(context: CommandContext, id: string): string {
  const folder = `${SESSION_FOLDER}${id}`
  if (!/^\d+$/.test(id) || !context.system.serviceFiles.isFolder(folder)) {
    throw new ApkError(`INSTALL_FAILED_INTERNAL_ERROR: no session ${id}`)
  }
  return folder
}

async function stage(context: CommandContext, source: ByteSource, place: string): Promise<void> {
  const writer = context.system.serviceFiles.create(place)
  try {
    await copyBytes(source, writer)
    writer.commit()
  } finally {
    writer.abort()
  }
}

/** Reads exactly `sizeBytes`; stdin may stay open. */
function exactly({ stdin }: CommandContext, sizeBytes: number): ByteSource {
  let left = sizeBytes
  return {
    async read() {
      if (left <= 0) return null
      const chunk = await stdin.readUpTo(left)
      if (chunk === null) throw new ApkError('INSTALL_FAILED_INVALID_APK: the stream ended early')
      left -= chunk.length
      return chunk
    },
  }
}

function discard({ system: { serviceFiles } }: CommandContext, place: string): void {
  try {
    serviceFiles.remove(place, { isRecursive: true })
  } catch (error) {
    if (!(error instanceof FileError)) throw error
  }
}

async function reporting(context: CommandContext, work: () => Promise<string>): Promise<number> {
  try {
    await print(context, `${await work()}\n`)
    return 0
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    await print(context, `Failure [${reason}]\n`)
    return 1
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof ApkError) return error.message
  if (!(error instanceof FileError)) return null
  if (error.code === 'ENOSPC') return 'INSTALL_FAILED_INSUFFICIENT_STORAGE'
  if (error.code === 'EPERM') return 'INSTALL_FAILED_UPDATE_INCOMPATIBLE: it is part of the system'
  return `INSTALL_FAILED_INVALID_URI: ${error.message}`
}
