import { type CommandContext, printError } from '../shell/command.ts'
import { readOptions } from './options.ts'

const PREFIX = 'android.permission.'
/** Permissions that a user grants at run time. */
const CHANGEABLE = new Set([
  'ACCESS_BACKGROUND_LOCATION',
  'ACCESS_COARSE_LOCATION',
  'ACCESS_FINE_LOCATION',
  'ACCESS_MEDIA_LOCATION',
  'ACTIVITY_RECOGNITION',
  'ANSWER_PHONE_CALLS',
  'BODY_SENSORS',
  'CALL_PHONE',
  'CAMERA',
  'CHANGE_CONFIGURATION',
  'GET_ACCOUNTS',
  'POST_NOTIFICATIONS',
  'PROCESS_OUTGOING_CALLS',
  'READ_CALENDAR',
  'READ_CALL_LOG',
  'READ_CONTACTS',
  'READ_EXTERNAL_STORAGE',
  'READ_PHONE_NUMBERS',
  'READ_PHONE_STATE',
  'READ_SMS',
  'RECEIVE_MMS',
  'RECEIVE_SMS',
  'RECEIVE_WAP_PUSH',
  'RECORD_AUDIO',
  'SEND_SMS',
  'SET_ANIMATION_SCALE',
  'USE_SIP',
  'WRITE_CALENDAR',
  'WRITE_CALL_LOG',
  'WRITE_CONTACTS',
  'WRITE_EXTERNAL_STORAGE',
  'WRITE_SECURE_SETTINGS',
])
/** Granted at the installation, for good. */
const FIXED = new Set([
  'ACCESS_NETWORK_STATE',
  'ACCESS_WIFI_STATE',
  'BLUETOOTH',
  'FOREGROUND_SERVICE',
  'INTERNET',
  'NFC',
  'RECEIVE_BOOT_COMPLETED',
  'REQUEST_INSTALL_PACKAGES',
  'SET_WALLPAPER',
  'VIBRATE',
  'WAKE_LOCK',
])

/** Whether a permission is granted with the installation. */
export const isFixedPermission = (permission: string) =>
  permission.startsWith(PREFIX) && FIXED.has(permission.slice(PREFIX.length))

/** Whether a user is asked for it. */
export const isChangeablePermission = (permission: string) =>
  permission.startsWith(PREFIX) && CHANGEABLE.has(permission.slice(PREFIX.length))

/** `pm grant` and `pm revoke`. */
export const changePermission =
  (verb: 'grant' | 'revoke') =>
  async (context: CommandContext, args: readonly string[]): Promise<number> => {
    const [packageName = '', permission = ''] = readOptions(args, ['user']).operands
    const { packages } = context.system
    const found = packages.find(packageName)
    const refuse = async (exception: string): Promise<number> => {
      await printError(context, `\nException occurred while executing '${verb}':\njava.lang.${exception}`)
      return 255
    }
    const name = permission.startsWith(PREFIX) ? permission.slice(PREFIX.length) : ''
    if (found === null) return refuse(`IllegalArgumentException: Unknown package: ${packageName}`)
    if (!CHANGEABLE.has(name) && !FIXED.has(name)) {
      return refuse(`IllegalArgumentException: Unknown permission: ${permission}`)
    }
    if (!found.isSystem && !(found.requested ?? []).includes(permission)) {
      return refuse(`SecurityException: Package ${packageName} has not requested permission ${permission}`)
    }
    if (FIXED.has(name)) {
      return refuse(
        `SecurityException: Permission ${permission} requested by ${packageName} is not a changeable permission type`,
      )
    }
    const others = (found.granted ?? []).filter((each) => each !== permission)
    packages.setGranted(packageName, verb === 'grant' ? [...others, permission] : others)
    return 0
  }
