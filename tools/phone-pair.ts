import path from 'node:path'
import { PhoneError } from '@yunji/phone-driver/errors'
import { loadPhoneKeys, parsePhoneKeys } from '@yunji/phone-driver/keys'
import { pairPhone } from '@yunji/phone-driver/pairing/pair'
import { root } from './command.ts'

const CODE = /^\d{6}$/

/** `npm run phone:pair -- host:port code`: gives this installation's key to a phone with wireless debugging. */
async function main([place = '', code = '']: readonly string[]): Promise<boolean> {
  const [, host, port] = /^(.+):(\d+)$/.exec(place) ?? []
  if (!host || !port || !CODE.test(code)) {
    console.log(
      'usage: npm run phone:pair -- host:port code, as the phone shows them under "Pair device with pairing code"',
    )
    return false
  }
  const setting = process.env['YUNJI_ADB_KEY']
  const dataDir = path.resolve(root, process.env['YUNJI_DATA_DIR'] ?? '.data')
  const keys = setting ? parsePhoneKeys(setting) : await loadPhoneKeys(path.join(dataDir, 'adb'))
  try {
    await pairPhone(host, Number(port), code, keys)
    console.log('Paired. Its connections are on another port: probe the address that its wireless debugging shows.')
    return true
  } catch (error) {
    if (!(error instanceof PhoneError)) throw error
    console.log(`Not paired: ${error.message}`)
    return false
  }
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
