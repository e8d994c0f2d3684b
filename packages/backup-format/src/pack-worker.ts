import { parentPort } from 'node:worker_threads'
import { BackupDamaged } from './errors.ts'
import { freeBuffer, memoryOf } from './free-buffer.ts'
import { compress, decompress, hashesOf, isIntact, type Place } from './pack.ts'
import type { Frame, Hashing } from './types.ts'

/** Work of a thread. Bytes that both sides share stay where they are; other memory moves to the thread. */
const works = {
  hash: ({ bytes, places, hashing }: { bytes: Uint8Array; places: readonly Place[]; hashing: Hashing }) => ({
    hashes: hashesOf(bytes, places, hashing),
  }),

  /** Writes the body into `target`. */
  seal: ({ bytes, target }: { bytes: Uint8Array; target: Uint8Array }) => {
    const { body, checksum } = compress(bytes)
    target.set(body)
    const bodyBytes = body.length
    freeBuffer(body)
    return { bodyBytes, checksum }
  },

  check: ({ body, checksum }: { body: Uint8Array; checksum: string }) => ({ isIntact: isIntact(body, checksum) }),

  open: ({ body, places, hashing, ...frame }: OpenTask) => {
    const raw: Uint8Array = decompress(body, frame)
    return { raw, hashes: hashesOf(raw, places, hashing) }
  },
}

interface OpenTask extends Pick<Frame, 'checksum' | 'rawBytes'> {
  readonly body: Uint8Array
  readonly places: readonly Place[]
  readonly hashing: Hashing
}

type Works = typeof works
export type WorkName = keyof Works
export type Input<Name extends WorkName> = Parameters<Works[Name]>[0]
export type Output<Name extends WorkName> = ReturnType<Works[Name]>

export interface PackTask<Name extends WorkName = WorkName> {
  readonly id: number
  readonly name: Name
  readonly input: Input<Name>
}

export type PackAnswer = { readonly id: number } & (
  | { readonly output: Output<WorkName> }
  | { readonly error: string; readonly isDamaged: boolean }
)

const answer = <Name extends WorkName>({ id, name, input }: PackTask<Name>): void => {
  try {
    const work = works[name] as (input: Input<Name>) => Output<Name>
    const output = work(input)
    parentPort?.postMessage({ id, output } satisfies PackAnswer, memoryOf(output))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const failure = { id, error: message, isDamaged: error instanceof BackupDamaged }
    parentPort?.postMessage(failure satisfies PackAnswer, [])
  }
}

parentPort?.on('message', answer)
