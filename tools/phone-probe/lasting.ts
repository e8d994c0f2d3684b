import { PhoneError } from '@yunji/phone-driver/errors'
import type { Phone } from '@yunji/phone-driver/types'

/** Finding that does not keep a phone out of stock, but needs somebody's attention. */
export interface Warning {
  readonly warning: string
}

const SECURE_WINDOWS_BLACK_SDK = 31
const SOUND_SDK = 30
const SETTINGS_PACKAGE = 'com.android.settings'
const NO_SOUND = 'the product sends no sound'

export const readProperty = async (phone: Phone, name: string): Promise<string> =>
  (await phone.run(['getprop', name])).stdout.trim()

/** Throws where the command failed: an absent service says nothing about what was asked. */
async function readOutput(phone: Phone, argv: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await phone.run(argv)
  if (exitCode !== 0) throw new Error(`${argv.join(' ')}: ${(stderr || stdout).trim() || `exit code ${exitCode}`}`)
  return stdout.trim()
}

const readSdk = async (phone: Phone): Promise<number> => {
  const sdk = Number(await readProperty(phone, 'ro.build.version.sdk'))
  if (!(sdk > 0)) throw new Error('it does not tell its SDK')
  return sdk
}

const REDROID_PROPERTIES = ['ro.hardware', 'ro.product.brand', 'ro.product.device', 'ro.product.model']

/** Whether adbd will listen on TCP after a restart, as far as its properties tell; adbd reads `service.` before `persist.`. */
export async function checkAdbPort(phone: Phone): Promise<string | Warning> {
  const read = (name: string) => readProperty(phone, name)
  const names = await Promise.all(REDROID_PROPERTIES.map(read))
  if (names.some((name) => name.toLowerCase().startsWith('redroid')))
    return {
      warning: 'redroid: its container ends with a restart; docker starts it again with --restart unless-stopped',
    }
  const [current = '', kept = '', tls = ''] = await Promise.all(
    ['service.adb.tcp.port', 'persist.adb.tcp.port', 'service.adb.tls.port'].map(read),
  )
  const isSet = (port: string): boolean => Number(port) > 0
  if (isSet(kept) && isSet(current) && kept !== current)
    return { warning: `port ${current} now, but ${kept} after a restart (persist.adb.tcp.port)` }
  if (isSet(kept)) return `port ${kept} outlives a restart (persist.adb.tcp.port)`
  if (isSet(current))
    return {
      warning: `port ${current} is lost with a restart where \`adb tcpip\` has set it: as root, setprop persist.adb.tcp.port ${current}; without root, \`adb tcpip ${current}\` after every restart`,
    }
  if (isSet(tls))
    return { warning: 'wireless debugging, which takes another port at every start: use `adb tcpip 5555`' }
  return 'no property names a port: adbd listens on its default one, after a restart too'
}

/** Restarts the phone. A phone that stays away is reported with what its properties had announced. */
export async function checkReboot(phone: Phone): Promise<string> {
  const announced = await checkAdbPort(phone)
  try {
    await phone.reboot()
  } catch (error) {
    if (!(error instanceof PhoneError) || typeof announced === 'string') throw error
    throw new PhoneError(error.kind, `${error.message}; ${announced.warning}`, { cause: error })
  }
  return 'back, with ADB on the same port'
}

export async function checkSecureWindows(phone: Phone): Promise<string | Warning> {
  if ((await readSdk(phone)) < SECURE_WINDOWS_BLACK_SDK) return 'shown, as before Android 12'
  return {
    warning: 'black in the picture, as from Android 12 on: what banks, wallets and password fields of apps protect',
  }
}

export async function checkSound(phone: Phone): Promise<string | Warning> {
  const sdk = await readSdk(phone)
  if (sdk < SOUND_SDK) return { warning: `cannot be captured before Android 11; ${NO_SOUND} anyway` }
  if (sdk === SOUND_SDK) return `could be captured while the screen is unlocked; ${NO_SOUND}`
  return `could be captured; ${NO_SOUND}`
}

/** Whether a customer can switch debugging off, which nothing at this end of the link can undo. */
export async function checkDebugging(phone: Phone): Promise<string | Warning> {
  const enabled = await readOutput(phone, ['settings', 'get', 'global', 'adb_enabled'])
  const packages = (await readOutput(phone, ['pm', 'list', 'packages', '-e', SETTINGS_PACKAGE])).split(/\s+/)
  if (!packages.includes(`package:${SETTINGS_PACKAGE}`))
    return `no ${SETTINGS_PACKAGE}: customers cannot switch it off there`
  if (enabled === '0') return 'adb_enabled is 0 and adbd answers all the same: the switch does not reach it'
  const developer = await readOutput(phone, ['settings', 'get', 'global', 'development_settings_enabled'])
  const menu = developer === '1' ? 'open' : 'hidden until the build number is tapped seven times'
  return {
    warning: `customers can switch it off (developer options are ${menu}): the phone is then unreachable until it is switched on at the phone or its host`,
  }
}
