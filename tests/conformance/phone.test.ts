import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadPhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import type { PhoneConfigInput } from '@yunji/virtual-phone/control-requests'
import { startPhoneHost } from '@yunji/virtual-phone/host'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'
import { type PhoneUnderTest, phoneSuite } from './phone-suite.ts'

/** `host:port` of a real phone that knows the key of the data folder, instead of a virtual one. */
const address = process.env['YUNJI_PHONE']

async function openVirtualPhone(config: PhoneConfigInput = {}): Promise<PhoneUnderTest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-phone-'))
  const keys = await loadPhoneKeys(path.join(folder, 'adb'))
  const host = await startPhoneHost({ dataDir: folder, secret: 'of this test' })
  const { port } = await host.put('subject', { ...config, authorisedKeys: [keys.publicKey] })
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  const stop = async () => {
    await phone.close()
    await host.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    phone,
    mayErase: true,
    apk: makeApk({ packageName: 'com.example.suite', payload: randomBytes(200_000) }),
    setAway: (service, isAway) => host.setState('subject', { awayServices: isAway ? [service] : [] }),
    stop,
  }
}

async function openRealPhone(place: string): Promise<PhoneUnderTest> {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(place) ?? []
  const keys = await loadPhoneKeys(path.join(process.env['YUNJI_DATA_DIR'] ?? '.data', 'adb'))
  const phone = openPhone({ host, port: Number(port), keys })
  const apkPath = process.env['YUNJI_PHONE_APK']
  const apk = apkPath ? await readFile(apkPath) : null
  return { phone, mayErase: process.env['YUNJI_PHONE_ERASE'] === '1', apk, stop: () => phone.close() }
}

phoneSuite(address ? `the phone at ${address}` : 'the virtual phone', () =>
  address ? openRealPhone(address) : openVirtualPhone(),
)
if (!address) {
  phoneSuite('a virtual phone with Android 8 and an adbd without reverse tunnels', () =>
    openVirtualPhone({ androidVersion: '8.0', hasReverse: false, adbFeatures: ['shell_v2', 'cmd', 'stat_v2'] }),
  )
}
