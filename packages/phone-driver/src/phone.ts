import { listApps, readPackage, startApp, uninstall } from './apps.ts'
import { createBackup } from './backup/create-backup.ts'
import { describePhone } from './backup/plan.ts'
import { recoverRestore, restoreBackup } from './backup/restore-backup.ts'
import { factoryReset } from './factory-reset.ts'
import { listFiles, pullFile, pushFile } from './files.ts'
import { checkHealth } from './health.ts'
import { install, installSplits } from './install/install.ts'
import { installArchive } from './install/install-archive.ts'
import type { PhoneKeys } from './keys.ts'
import { Connection } from './link/connection.ts'
import type { Link } from './link/link.ts'
import { clearCaches, freeMemory, openUrl, usedStorageBytes } from './maintenance.ts'
import { scanMedia } from './media-scan.ts'
import { type Clock, systemClock, untilAborted } from './operation.ts'
import { reboot } from './reboot.ts'
import { getClipboard, setClipboard, typeText } from './screen/control-session.ts'
import { listEncoders } from './screen/encoders.ts'
import { openScreen } from './screen/session.ts'
import { screenshotPng, screenshotRaw } from './screenshot.ts'
import { run } from './shell.ts'
import type { Phone } from './types.ts'

export interface PhoneOptions {
  readonly host: string
  readonly port: number
  readonly keys: PhoneKeys
  readonly clock?: Clock
  /** Between 0 and 1; spreads reconnections. */
  readonly random?: () => number
  readonly log?: (text: string) => void
  /** Time for the person at the phone to accept an unknown key. */
  readonly acceptKeyTimeoutMs?: number
}

/** Connects on the first operation. */
export function openPhone(options: PhoneOptions): Phone {
  const clock = options.clock ?? systemClock
  const connection = new Connection({ random: Math.random, log: () => {}, ...options, clock })
  const withLink = async <Result>(work: (link: Link) => Promise<Result>): Promise<Result> =>
    work(await connection.get())

  return {
    get state() {
      return connection.state
    },
    onState: (listener) => connection.onState(listener),
    connect: async (signal) => {
      await (signal ? untilAborted(signal, connection.get()) : connection.get())
    },
    close: async () => connection.close(),

    health: () => withLink((link) => checkHealth(link, clock)),
    reboot: () => reboot(connection, clock),
    freeMemory: () => withLink(freeMemory),
    clearCaches: () => withLink(clearCaches),
    usedStorageBytes: () => withLink(usedStorageBytes),
    factoryReset: () => factoryReset(connection, clock),
    openUrl: (url) => withLink((link) => openUrl(link, url)),

    listApps: () => withLink(listApps),
    install: (apk, sizeBytes, onProgress) => withLink((link) => install(link, apk, sizeBytes, onProgress)),
    installArchive: (archive, sizeBytes, installOptions) =>
      withLink((link) => installArchive(link, archive, sizeBytes, installOptions)),
    readPackage: (packageName) => withLink((link) => readPackage(link, packageName)),
    installParts: (parts, signal) => withLink((link) => installSplits(link, parts, undefined, signal)),
    uninstall: (packageName) => withLink((link) => uninstall(link, packageName)),
    startApp: (packageName) => withLink((link) => startApp(link, packageName)),

    push: (path, body, pushOptions) =>
      withLink(async (link) => {
        const transfer = await pushFile(link, path, body, pushOptions)
        if (pushOptions?.isShownInGallery) {
          await scanMedia(link, path).catch((error: Error) =>
            options.log?.(`media scan of a file failed: ${error.message}`),
          )
        }
        return transfer
      }),
    pull: (path) => withLink((link) => pullFile(link, path)),
    list: (path) => withLink((link) => listFiles(link, path)),

    screenshotPng: () => withLink(screenshotPng),
    screenshotRaw: () => withLink(screenshotRaw),
    typeText: (text) => withLink((link) => typeText(link, text)),
    getClipboard: () => withLink((link) => getClipboard(link, clock)),
    setClipboard: (text) => withLink((link) => setClipboard(link, text)),

    createBackup: (backupOptions) => createBackup(connection, clock, backupOptions),
    restoreBackup: (tar, plan, restoreOptions) => restoreBackup(connection, clock, tar, plan, restoreOptions),
    describe: () => withLink(describePhone),
    recoverRestore: () => recoverRestore(connection, clock),

    openScreen: (screenOptions) => withLink((link) => openScreen(link, screenOptions, options.log)),
    listEncoders: () => withLink(listEncoders),
    run: (argv, runOptions) => withLink((link) => run(link, argv, runOptions?.timeoutMs)),
  }
}
