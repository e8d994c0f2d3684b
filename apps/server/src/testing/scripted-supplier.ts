import { Readable } from 'node:stream'
import { encodeTar, inPieces, type TarFile } from '@yunji/backup-format/testing/tar'
import { SupplierType } from '@yunji/contract/devices/device/enums'
import type { PhoneState } from '@yunji/phone-driver/types'
import { untilAborted } from '../platform/abort.ts'
import type { PhoneConnection, Upload } from '../platform/phone-connection.ts'
import {
  type PhoneCommand,
  type PhoneFacts,
  type Picture,
  type Supplier,
  SupplierError,
  type SupplierErrorKind,
  type SupplierProblem,
} from '../platform/supplier.ts'
import { createScriptedScreen, type ScriptedScreen } from './scripted-screen.ts'

const ALL: readonly PhoneCommand['kind'][] = [
  'reboot',
  'freeMemory',
  'clearCaches',
  'factoryReset',
  'openUrl',
  'uninstall',
  'startApp',
]

/** A grey picture: small but valid. */
const GREY: Picture = { format: 'rgba', width: 90, height: 160, data: new Uint8Array(90 * 160 * 4).fill(128) }

/** A phone that is fit for stock. */
const FIT: PhoneFacts = {
  isBooted: true,
  roundTripMs: 3,
  androidVersion: '10',
  sdk: 29,
  model: 'Yunji Board',
  screen: '1080 × 1920',
  storageBytes: 64 * 1024 ** 3,
  freeBytes: 50 * 1024 ** 3,
  hasEncoder: true,
}

/** A supplier scripted by the test; it records its calls. */
export const createScriptedSupplier = () => {
  const script = {
    commands: [] as { command: PhoneCommand; phoneIds: readonly string[] }[],
    /** Phones with a call under way, also while the gate is shut. */
    waiting: [] as string[],
    provided: [] as string[],
    released: [] as string[],
    resized: [] as { phoneId: string; memoryGb: number; storageGb: number }[],
    /** Files on every phone. */
    files: new Map<string, Buffer>(),
    pushed: [] as { path: string | null; bytes: Buffer }[],
    screens: [] as ScriptedScreen[],
    /** Frame that a new screen replays to its first listener. */
    bufferedFrame: undefined as Uint8Array | undefined,
    screenshots: 0,
    /** Bytes in use on each phone. */
    storedBytes: 5 * 1024 ** 3,
    clipboard: '',
    clipboardReads: 0,
    /** Restarts of each phone. */
    restarts: new Map<string, number>(),
    openConnections: 0,
    /** Phones that fail, and their error; `phone:8/128` fails to get that size, `provision phone` to come. */
    failing: new Map<string, SupplierErrorKind>(),
    /** Phones that are switched off, and how often each was switched. */
    off: new Set<string>(),
    switched: [] as { phoneId: string; isOn: boolean }[],
    /** Copies from phone to phone; `copy to <phone>` in `failing` fails one. */
    copied: [] as { from: string; to: string }[],
    /** Updates; `phone@image` in `failing` fails one. */
    images: [] as { phoneId: string; imageVersion: string }[],
    /** Files on each phone, for its backups; one note when absent. */
    backupFiles: new Map<string, readonly TarFile[]>(),
    /** Backups that were asked for. */
    backedUp: [] as { phoneId: string; include?: readonly string[]; exclude?: readonly string[] }[],
    /** Backups that were restored, with their tar; `restore <phone>` in `failing` fails one. */
    restored: [] as { phoneId: string; tar: Buffer }[],
    recovered: [] as string[],
    /** File that no restored phone has. */
    loses: '',
    freeBytes: 8 * 1024 ** 3,
    /** Called for each piece of a backup; may wait or throw. */
    onBackupPiece: async (_phoneId: string, _sentBytes: number): Promise<void> => undefined,
    /** Phones that refuse ADB. */
    refusing: new Set<string>(),
    /** The supplier as a whole does not answer. */
    isAway: false,
    problems: [] as SupplierProblem[],
    /** Facts of phones at an address, or the failure of a probe; a fit phone when absent. */
    probes: new Map<string, Partial<PhoneFacts> | SupplierErrorKind>(),
    /** Addresses that were probed. */
    probed: [] as string[],
    /** Addresses of phones that the supplier has already. */
    ownAddresses: new Set<string>(),
    /** Calls wait for this promise. */
    blockedBy: Promise.resolve() as Promise<unknown>,
    picture: GREY as Picture,
    stateListeners: new Set<(next: PhoneState) => void>(),
  }
  const failIfScripted = async (phoneId: string): Promise<void> => {
    await script.blockedBy
    const kind = script.isAway ? 'unreachable' : script.failing.get(phoneId)
    if (kind) throw new SupplierError(kind, 'as the test says')
  }
  const resultOf = async (phoneId: string) => {
    const error = await failIfScripted(phoneId).catch((failure: SupplierError) => failure)
    return error ? { phoneId, error } : { phoneId }
  }
  const supplier: Supplier = {
    type: SupplierType.selfHosted,
    capabilities: {
      commands: new Set(ALL),
      batchLimit: 2,
      concurrency: 4,
      stream: 'gateway',
      hasCallbacks: false,
      canInstall: true,
    },
    async provision({ phoneId }) {
      script.waiting.push(phoneId)
      await failIfScripted(phoneId)
      await failIfScripted(`provision ${phoneId}`)
      script.off.delete(phoneId)
      script.provided.push(phoneId)
    },
    async resize(phoneId, { memoryGb, storageGb }) {
      script.resized.push({ phoneId, memoryGb, storageGb })
      await failIfScripted(`${phoneId}:${memoryGb}/${storageGb}`)
    },
    async release(phoneIds) {
      if (!script.isAway) script.released.push(...phoneIds)
      return { kind: 'done', results: await Promise.all(phoneIds.map(resultOf)) }
    },
    async run(command, phoneIds) {
      script.commands.push({ command, phoneIds })
      return { kind: 'done', results: await Promise.all(phoneIds.map(resultOf)) }
    },
    findTask: async () => ({ isOver: true, results: [] }),
    bootMark: async (phoneId) => `start ${script.restarts.get(phoneId) ?? 0}`,
    findProblems: async () => script.problems,
    async switchPower(phoneId, isOn) {
      await failIfScripted(phoneId)
      script.switched.push({ phoneId, isOn })
      if (isOn) script.off.delete(phoneId)
      else script.off.add(phoneId)
    },
    async updateImage(phoneId, imageVersion) {
      script.images.push({ phoneId, imageVersion })
      await failIfScripted(`${phoneId}@${imageVersion}`)
    },
    async copyData(from, to, _signal, onProgress) {
      script.waiting.push(`${from}>${to}`)
      onProgress?.(50)
      await failIfScripted(from)
      await failIfScripted(`copy to ${to}`)
      script.copied.push({ from, to })
    },
    async restoreBackup(phoneId, tar, _plan, { sizeBytes = 0, signal, onProgress }) {
      await failIfScripted(phoneId)
      const chunks: Uint8Array[] = []
      let doneBytes = 0
      for await (const chunk of tar) {
        signal?.throwIfAborted()
        chunks.push(Buffer.from(chunk))
        onProgress?.((doneBytes += chunk.length))
      }
      await failIfScripted(`restore ${phoneId}`)
      const whole = Buffer.concat(chunks)
      const at = script.loses === '' ? -1 : whole.indexOf(script.loses)
      // Another content, not another header: the checksum of that holds.
      if (at >= 0) whole.writeUInt8(whole.readUInt8(at + 512) ^ 1, at + 512)
      script.restored.push({ phoneId, tar: whole })
      return { sizeBytes, sha256: '', installedPackages: [], restoredPackages: [], skippedPackages: [] }
    },

    async recoverRestore(phoneId) {
      await failIfScripted(`recover ${phoneId}`)
      script.recovered.push(phoneId)
      return 'rolledBack'
    },

    async describePhone(phoneId) {
      await failIfScripted(phoneId)
      const { freeBytes } = script
      return { androidVersion: '10', sdk: 29, abis: ['arm64-v8a'], freeBytes, versions: new Map() }
    },

    async createBackup(phoneId, { signal, ...chosen } = {}) {
      script.backedUp.push({ phoneId, ...chosen })
      await failIfScripted(phoneId)
      const restored = script.restored.findLast((each) => each.phoneId === phoneId)?.tar
      const written = script.backupFiles.get(phoneId)
      const tar =
        restored && !written
          ? restored
          : encodeTar(written ?? [{ name: 'data/data/notes', content: Buffer.from(phoneId) }])
      const send = async function* () {
        let sentBytes = 0
        for await (const piece of inPieces(tar, 64 * 1024)) {
          const allowed = script.onBackupPiece(phoneId, sentBytes)
          await (signal ? untilAborted(signal, allowed) : allowed)
          sentBytes += piece.length
          yield piece
        }
      }
      const contents = {
        androidVersion: '10',
        sdk: 29,
        abis: ['arm64-v8a'],
        appData: 'included' as const,
        packages: ['com.example.notes'],
        apps: [],
        usedBytes: tar.length,
        leftOut: { caches: ['cache'], sockets: 0, vanished: [], links: 0 },
        changed: [],
      }
      const finished = Promise.resolve({ sizeBytes: tar.length, sha256: '', contents })
      return { plan: contents, body: Readable.from(send()), finished }
    },
    async health(phoneId) {
      if (script.isAway) return 'unseen'
      if (script.off.has(phoneId)) return 'off'
      if (script.refusing.has(phoneId)) return 'refused'
      return script.failing.has(phoneId) ? 'down' : 'up'
    },
    async listApps(phoneId) {
      await failIfScripted(phoneId)
      return [
        { packageName: 'com.android.settings', name: '设置', versionName: '10', isSystem: true },
        { packageName: 'com.example.notes', name: '便签', versionName: '1.2', isSystem: false },
      ]
    },
    async screenshot(phoneId) {
      script.screenshots += 1
      await failIfScripted(phoneId)
      return script.picture
    },
    async usedStorageBytes(phoneId) {
      await failIfScripted(phoneId)
      return script.storedBytes
    },
    async probe({ host, port }) {
      script.probed.push(`${host}:${port}`)
      await script.blockedBy
      const scripted = script.probes.get(`${host}:${port}`) ?? {}
      if (typeof scripted === 'string') throw new SupplierError(scripted, 'as the test says')
      return { ...FIT, ...scripted }
    },
    isUp: async ({ host, port }) => typeof script.probes.get(`${host}:${port}`) !== 'string',
    ownsAddress: async ({ host, port }) => script.ownAddresses.has(`${host}:${port}`),
    openConnection: (phoneId) => openScriptedConnection(phoneId),
    close: async () => undefined,
  }

  const receive = async (path: string | null, { body, onProgress }: Upload): Promise<void> => {
    const chunks: Buffer[] = []
    let sentBytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      sentBytes += chunk.length
      onProgress(sentBytes)
    }
    script.pushed.push({ path, bytes: Buffer.concat(chunks) })
  }

  const openScriptedConnection = (phoneId: string): PhoneConnection => {
    script.openConnections += 1
    return {
      state: 'online',
      onState: (listener) => {
        script.stateListeners.add(listener)
        return () => script.stateListeners.delete(listener)
      },
      async openScreen(options) {
        await failIfScripted(phoneId)
        const screen = createScriptedScreen(options, script.bufferedFrame)
        script.screens.push(screen)
        return screen.session
      },
      async list(path) {
        await failIfScripted(phoneId)
        const names = [...script.files.keys()].filter((file) => file.startsWith(`${path}/`))
        return names.map((file) => ({
          name: file.slice(path.length + 1),
          isFolder: false,
          sizeBytes: script.files.get(file)?.length ?? 0,
          modifiedAt: new Date(0),
        }))
      },
      async pull(path) {
        await failIfScripted(phoneId)
        return Readable.from([script.files.get(path) ?? Buffer.alloc(0)])
      },
      async push(path, upload) {
        await failIfScripted(phoneId)
        await receive(path, upload)
      },
      async install(upload) {
        await failIfScripted(phoneId)
        await receive(null, upload)
      },
      async installArchive(upload) {
        await failIfScripted(phoneId)
        await receive(null, upload)
        upload.onInstalled(1, 2)
        upload.signal.throwIfAborted()
      },
      async readClipboard() {
        await failIfScripted(phoneId)
        script.clipboardReads += 1
        return script.clipboard
      },
      close: () => {
        script.openConnections -= 1
      },
    }
  }
  return Object.assign(script, supplier)
}
