import { toFileError } from '../files/errors.ts'
import type { FileWriter } from '../files/file-writer.ts'
import { absolutePath } from '../files/paths.ts'
import type { PhoneFiles } from '../files/phone-files.ts'
import { BufferedSource, type ByteSink, copyBytes } from '../system/bytes.ts'
import { CommandError } from './command.ts'
import type { Redirect } from './syntax.ts'

export interface Streams {
  stdin: BufferedSource
  stdout: ByteSink
  stderr: ByteSink
}

export interface OpenStreams extends Streams {
  /** Commits written files; must always be called. */
  finish(): void
}

interface RedirectContext {
  files: PhoneFiles
  workFolder: string
  textOf(redirect: Extract<Redirect, { kind: 'file' }>): Promise<string>
}

/** Applies redirects from left to right. */
export async function openRedirects(
  context: RedirectContext,
  streams: Streams,
  redirects: readonly Redirect[],
): Promise<OpenStreams> {
  const open: Streams = { ...streams }
  const writers: FileWriter[] = []
  const finish = () => {
    for (const writer of writers) writer.commit()
  }
  for (const redirect of redirects) {
    if (redirect.kind === 'copy') {
      if (redirect.descriptor === 2) open.stderr = open.stdout
      else open.stdout = open.stderr
      continue
    }
    const name = await context.textOf(redirect)
    const path = absolutePath(context.workFolder, name)
    try {
      if (redirect.mode === 'read') {
        open.stdin = new BufferedSource(context.files.openToRead(path))
        continue
      }
      const writer = await openToWrite(context.files, path, redirect.mode)
      writers.push(writer)
      if (redirect.descriptor === 2) open.stderr = writer
      else open.stdout = writer
    } catch (error) {
      for (const writer of writers) writer.abort()
      const verb = redirect.mode === 'read' ? 'open' : 'create'
      throw new CommandError(`can't ${verb} ${name}: ${toFileError(error).message}`)
    }
  }
  return { ...open, finish }
}

async function openToWrite(files: PhoneFiles, path: string, mode: 'write' | 'append'): Promise<FileWriter> {
  const writer = files.create(path)
  if (mode === 'append' && files.find(path) !== null) {
    const old = files.openToRead(path)
    await copyBytes(old, writer).finally(() => old.close())
  }
  return writer
}
