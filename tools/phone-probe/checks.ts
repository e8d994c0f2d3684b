import { createHash, randomBytes } from 'node:crypto'
import { finished as streamEnd } from 'node:stream/promises'
import { PhoneError } from '@yunji/phone-driver/errors'
import type { Phone } from '@yunji/phone-driver/types'
import {
  checkAdbPort,
  checkDebugging,
  checkReboot,
  checkSecureWindows,
  checkSound,
  readProperty,
  type Warning,
} from './lasting.ts'
import { watchScreen } from './screen.ts'

export interface Check {
  readonly name: string
  /** Erases the phone's content. */
  readonly erases?: boolean
  /** Returns the finding; throws when the phone is not fit. */
  run(phone: Phone): Promise<string | Warning>
}

const ROUND_TRIPS = 20
const FILE_PATH = '/data/local/tmp/yunji-probe'
const LEFT_FILE = '/sdcard/Download/yunji-probe'
const LEFT_TOOL = '/data/local/tmp/yunji-probe-tool'
const FILE_BYTES = 1_000_000
const OLDEST_SDK = 26
const TRICKY = `a'b "c" $(id) ; \n 你好`

/** Ordered by dependency, the restart last. */
export const checks: readonly Check[] = [
  { name: 'connection', run: async () => 'connected and let in by our key' },
  {
    name: 'Android',
    async run(phone) {
      const [release, sdk, model, abi] = await Promise.all(
        ['ro.build.version.release', 'ro.build.version.sdk', 'ro.product.model', 'ro.product.cpu.abi'].map((name) =>
          readProperty(phone, name),
        ),
      )
      if (Number(sdk) < OLDEST_SDK) throw new Error(`SDK ${sdk} is older than ${OLDEST_SDK} (Android 8)`)
      return `${release}, SDK ${sdk}, ${model}, ${abi}`
    },
  },
  {
    name: 'start-up',
    async run(phone) {
      if (!(await phone.health()).isBooted) throw new Error('it has not finished starting')
      return 'finished'
    },
  },
  {
    name: 'round trip',
    async run(phone) {
      const times: number[] = []
      while (times.length < ROUND_TRIPS) times.push((await phone.health()).roundTripMs)
      times.sort((a, b) => a - b)
      const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(1)
      return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, over ${ROUND_TRIPS} commands`
    },
  },
  {
    name: 'arguments',
    async run(phone) {
      const { stdout } = await phone.run(['printf', '%s', TRICKY])
      if (stdout !== TRICKY) throw new Error(`one argument arrived as ${JSON.stringify(stdout)}`)
      return 'quotes, $(), newline and Chinese arrive as one'
    },
  },
  {
    name: 'GetVmCover',
    async run(phone) {
      const { width, height } = await phone.screenshotRaw()
      const png = await phone.screenshotPng()
      return `${width} × ${height}, PNG of ${Math.round(png.length / 1024)} kB`
    },
  },
  {
    name: 'encoders',
    async run(phone) {
      const encoders = (await phone.listEncoders()).filter(({ codec }) => codec === 'h264')
      if (encoders.length === 0) throw new Error('none for H.264: the phone has no screen here, take another image')
      return encoders.map(({ name, isHardware }) => `${name}${isHardware ? ' (hardware)' : ''}`).join(', ')
    },
  },
  { name: 'screen', run: watchScreen },
  { name: 'secure windows', run: checkSecureWindows },
  { name: 'sound', run: checkSound },
  {
    name: 'clipboard, text',
    async run(phone) {
      await phone.setClipboard('云机 probe')
      const text = await phone.getClipboard()
      if (text !== '云机 probe') throw new Error(`it gives back ${JSON.stringify(text)}`)
      await phone.typeText('probe')
      return 'set, read back, typed'
    },
  },
  {
    name: 'files',
    async run(phone) {
      const sent = randomBytes(FILE_BYTES)
      const { sha256 } = await phone.push(FILE_PATH, [sent])
      const hash = createHash('sha256')
      for await (const chunk of await phone.pull(FILE_PATH)) hash.update(chunk)
      await phone.run(['rm', '-f', FILE_PATH])
      if (hash.digest('hex') !== sha256) throw new Error('what came back is not what was sent')
      return `${FILE_BYTES / 1_000_000} MB there and back, equal`
    },
  },
  {
    name: 'apps',
    async run(phone) {
      const apps = await phone.listApps()
      if (apps.length === 0) throw new Error('it lists none')
      return `${apps.length}, ${apps.filter(({ isSystem }) => !isSystem).length} of them installed later`
    },
  },
  {
    name: 'Uninstall',
    run: (phone) =>
      phone.uninstall('com.yunji.absent').then(
        () => Promise.reject(new Error('it removed an app that is not there')),
        (error: unknown) => {
          // The driver says so only when the package service lists what there is.
          if (error instanceof PhoneError && error.kind === 'absentPackage') return 'an absent app is told as absent'
          throw error
        },
      ),
  },
  {
    name: 'OpenUrl',
    async run(phone) {
      await phone.openUrl('https://example.com/')
      return 'taken'
    },
  },
  {
    name: 'CleanMem',
    run: async (phone) => `${Math.round((await phone.freeMemory()).freedBytes / 1024 / 1024)} MB became free`,
  },
  {
    name: 'CleanVm',
    run: async (phone) => `${Math.round((await phone.clearCaches()).freedBytes / 1024 / 1024)} MB became free`,
  },
  {
    name: 'backup',
    async run(phone) {
      const { body, finished } = await phone.createBackup()
      const [{ sizeBytes, contents }] = await Promise.all([finished, streamEnd(body.resume())])
      const { appData, apps, packages, leftOut, changed } = contents
      const held =
        appData === 'included' ? `data of ${packages.length} apps` : 'no data of apps, because there is no root'
      const unsteady = leftOut.vanished.length + changed.length
      return `${Math.round(sizeBytes / 1024)} kB: ${apps.length} apps, shared storage, ${held}; ${leftOut.sockets} sockets and ${unsteady} changing files left out`
    },
  },
  { name: 'debugging', run: checkDebugging },
  {
    name: 'DeepCleanVm',
    erases: true,
    async run(phone) {
      await Promise.all([LEFT_FILE, LEFT_TOOL].map((file) => phone.push(file, [Buffer.from('of a customer')])))
      await phone.factoryReset()
      const left = (await phone.listApps()).filter(({ isSystem }) => !isSystem)
      if (left.length > 0) throw new Error(`${left.length} apps are left`)
      const isLeft = (file: string) =>
        phone.pull(file).then(
          (body) => Boolean(body.destroy()),
          () => false,
        )
      if ((await isLeft(LEFT_FILE)) || (await isLeft(LEFT_TOOL))) throw new Error('files are left')
      return 'empty: apps, files, users, accounts, certificates, VPN and lock looked for'
    },
  },
  { name: 'ADB over TCP', run: checkAdbPort },
  { name: 'Reboot', run: checkReboot },
]
