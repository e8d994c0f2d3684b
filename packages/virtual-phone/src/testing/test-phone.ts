import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '../commands/registry.ts'
import { PhoneFiles } from '../files/phone-files.ts'
import { Shell } from '../shell/interpreter.ts'
import { ShellState } from '../shell/state.ts'
import { type BootedSystem, bootSystem } from '../system/boot.ts'
import { BufferedSource, ByteCollector, NO_BYTES, toText } from '../system/bytes.ts'
import { DEFAULT_CONFIG, type PhoneConfig } from '../system/config.ts'
import { makeInitialFiles } from '../system/initial-files.ts'
import { procFiles } from '../system/proc-files.ts'
import { INITIAL_STATE, type SavedState } from '../system/saved-state.ts'
import { StateFile } from '../system/state-file.ts'
import { adbUser } from '../system/system.ts'

export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
  bytes: Uint8Array
}

/** A system with a shell, without adbd. */
export class TestPhone {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'yunji-phone-'))
  readonly files: PhoneFiles
  readonly system: BootedSystem
  reboots = 0

  constructor({ storageBytes = 64 * 1024 * 1024, ...config }: Partial<PhoneConfig> = {}) {
    this.files = PhoneFiles.open({
      root: path.join(this.folder, 'files'),
      unfinished: path.join(this.folder, 'unfinished'),
      totalBytes: storageBytes,
      virtualFiles: procFiles(() => this.system),
    })
    makeInitialFiles(this.files)
    const state = new StateFile<SavedState>(path.join(this.folder, 'state.json'), structuredClone(INITIAL_STATE))
    this.system = bootSystem({
      config: { ...DEFAULT_CONFIG, id: 'test', authorisedKeys: [], storageBytes, ...config },
      files: this.files,
      state,
      now: () => new Date('2026-01-02T03:04:05Z'),
      reboot: () => {
        this.reboots += 1
      },
    })
  }

  async run(
    script: string,
    input: Uint8Array | string = '',
    signal: AbortSignal = this.system.signal,
  ): Promise<CommandResult> {
    const stdout = new ByteCollector({ maxBytes: 64 * 1024 * 1024 })
    const stderr = new ByteCollector()
    const given = [Buffer.from(input)]
    const stdin = input.length === 0 ? NO_BYTES : { read: async () => given.shift() ?? null }
    const shell = new Shell({ system: this.system, user: adbUser(this.system), findProgram, signal }, new ShellState())
    const streams = { stdin: new BufferedSource(stdin), stdout, stderr }
    const exitCode = await shell.runToEnd(script, streams)
    return { exitCode, stdout: toText(stdout.bytes()), stderr: toText(stderr.bytes()), bytes: stdout.bytes() }
  }

  /** Output of a script; throws when it fails. */
  async print(script: string, input?: Uint8Array | string): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(script, input)
    if (exitCode !== 0 || stderr !== '') throw new Error(`${script}: ${exitCode} ${stderr}`)
    return stdout
  }

  close(): void {
    this.system.shutDown()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
