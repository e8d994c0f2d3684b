import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadPhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import type { Phone } from '@yunji/phone-driver/types'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'

const SERVICES = ['package', 'activity', 'user', 'settings', 'account', 'lock_settings'] as const
/** More than a reset asks, so that some cuts come too late. */
const MAX_CALLS = 60
const APPS = ['com.example.bank', 'com.example.vpn'] as const
const PIN = '1379'
const LEFT = 'left-by-a-customer'
const CERTIFICATES = 'data/misc/user/0/cacerts-added'
/** Without their data the phone could not be reached. */
const KEPT_DATA = new Set(['android', 'com.android.shell', 'com.android.systemui'])
const FOLDERS = new Set(
  'Alarms Android Audiobooks DCIM Documents Download Movies Music Notifications Pictures Podcasts Recordings Ringtones'.split(
    ' ',
  ),
)

export const promise = definePromise({
  id: 'R20',
  name: 'r20_factory_resets',
  title: 'a factory reset during which services of the phone go away: never success with something left',
  sizes: { small: 25, long: 100 },
  run: ({ size: cuts, seed, log }) =>
    withPhones(async (subjects) => {
      const random = createRandom(seed)
      const violations: string[] = []
      let successes = 0
      for (let round = 0; round < cuts; round += 1) {
        const subject = random.pick(subjects)
        const { isSuccess, broken, text } = await resetDuringCut(subject, random)
        successes += Number(isSuccess)
        violations.push(...broken.map((what) => `cut ${round + 1}, ${text}: ${what}`))
        log(`cut ${round + 1}, ${text}: ${isSuccess ? 'erased' : 'refused'}`)
      }
      log(`${successes} resets succeeded in spite of their cut`)
      return { rounds: cuts, violations }
    }),
})

interface Subject {
  readonly id: string
  readonly hasRoot: boolean
  readonly host: PhoneHost
  readonly folder: string
  readonly phone: Phone
}

const withPhones = async <Result>(work: (subjects: readonly Subject[]) => Promise<Result>): Promise<Result> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'yunji-phone-'))
  const keys = await loadPhoneKeys(path.join(dataDir, 'adb'))
  const host = await startPhoneHost({ dataDir, secret: 'of this experiment' })
  const subjects: Subject[] = []
  try {
    for (const root of ['always', 'su', 'none'] as const) {
      const { port } = await host.put(root, { authorisedKeys: [keys.publicKey], root })
      const phone = openPhone({ host: '127.0.0.1', port, keys })
      subjects.push({ id: root, hasRoot: root !== 'none', host, folder: path.join(dataDir, 'phones', root), phone })
    }
    return await work(subjects)
  } finally {
    for (const { phone } of subjects) await phone.close()
    await host.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const resetDuringCut = async (subject: Subject, random: Random) => {
  const { host, id, phone, hasRoot } = subject
  const isRemovable = await fill(subject, random)
  const awayServices = random.next() < 0.4 ? SERVICES : [random.pick(SERVICES)]
  const afterCalls = random.integer(0, MAX_CALLS)
  const forCalls = random.pick([1, 2, 4, Number.POSITIVE_INFINITY])
  await host.setState(id, { awayServices, afterCalls, forCalls })
  let reason = ''
  const reset = () =>
    phone.factoryReset().then(
      () => true,
      (error: Error) => {
        reason = error.message
        return false
      },
    )
  const isSuccess = await reset()
  const broken: string[] = []
  const judge = async (isErased: boolean) => {
    if (isErased) broken.push(...(await findLeft(subject)).map((what) => `success with ${what} left`))
    if (isErased && !isRemovable) broken.push('success with what cannot be removed')
  }
  await judge(isSuccess)
  await host.setState(id, { awayServices: [] })
  const isSuccessLater = await reset()
  await judge(isSuccessLater)
  if (isRemovable && !isSuccessLater) broken.push(`no success although everything answers: ${reason}`)
  await phone.run(['locksettings', 'clear', '--old', PIN])
  await host.setState(id, { accounts: [], vpn: '' })
  await rm(path.join(subject.folder, 'files', CERTIFICATES), { recursive: true, force: true })
  const services = awayServices.length === 1 ? awayServices[0] : 'all services'
  const back = forCalls === Number.POSITIVE_INFINITY ? 'for good' : `for ${forCalls} calls`
  const text = `${services} away after ${afterCalls} calls ${back}, ${hasRoot ? 'with' : 'without'} root`
  return { isSuccess, broken, text }
}

/** Everything that a customer can leave. False when some of it cannot be removed from inside. */
const fill = async ({ host, id, phone, folder, hasRoot }: Subject, random: Random): Promise<boolean> => {
  for (const packageName of APPS) {
    const apk = makeApk({ packageName })
    await phone.install([apk], apk.length)
  }
  const write = (file: string) => phone.push(file, [Buffer.from('of a customer')])
  for (const name of [
    'Download/statement.pdf',
    'Taxes/2026/a.pdf',
    '.hidden',
    '..hidden',
    'Android/data/com.example.bank/x',
  ])
    await write(`/sdcard/${name}`)
  await write('/data/local/tmp/tool')
  for (const name of await listBuiltIn(folder)) await writeInside(folder, `data/data/${name}/files`, LEFT)
  const commands = [
    ['pm', 'create-user', 'Guest'],
    ['am', 'switch-user', '10'],
    ['settings', 'put', 'secure', 'always_on_vpn_app', APPS[1]],
    ['settings', 'put', 'secure', 'always_on_vpn_lockdown', '1'],
  ]
  for (const argv of commands) await phone.run(argv)
  const hasSystemAccount = random.next() < 0.15
  const hasLock = random.next() < 0.15
  const hasCertificate = hasRoot || random.next() < 0.15
  const account = { name: 'me@example.com', type: 'com.example', packageName: APPS[0] }
  const systemAccount = { name: 'me@example.org', type: 'com.google', packageName: 'com.android.settings' }
  await host.setState(id, { accounts: hasSystemAccount ? [account, systemAccount] : [account], vpn: APPS[1] })
  if (hasLock) await phone.run(['locksettings', 'set-pin', PIN])
  if (hasCertificate) await writeInside(folder, CERTIFICATES, '9a5ba575.0')
  return !hasSystemAccount && !hasLock && (hasRoot || !hasCertificate)
}

const listBuiltIn = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(folder, 'files/data/data'))).filter((name) => !KEPT_DATA.has(name))

const isLeftData = (name: string): boolean => path.basename(name) === LEFT

const writeInside = async (phoneFolder: string, folder: string, name: string): Promise<void> => {
  const place = path.join(phoneFolder, 'files', folder)
  await mkdir(place, { recursive: true })
  await writeFile(path.join(place, name), 'of a customer')
}

/** Read from the machine's disk: nothing of the driver or of the phone's commands can hide it. */
const findLeft = async ({ folder }: Subject): Promise<string[]> => {
  const state = JSON.parse(await readFile(path.join(folder, 'state.json'), 'utf8'))
  const inside = async (place: string, options = {}) =>
    (await readdir(path.join(folder, 'files', place), options).catch(() => [])) as string[]
  const shared = (await inside('data/media/0', { recursive: true })).filter((name) => !FOLDERS.has(name))
  const temporary = (await inside('data/local/tmp')).filter((name) => !name.startsWith('yunji-scrcpy-'))
  const left: Record<string, boolean> = {
    apps: state.packages.length > 0 || (await inside('data/app')).length > 0,
    'data of a built-in app': (await inside('data/data', { recursive: true })).some(isLeftData),
    'files of the shared storage': shared.length > 0,
    'temporary files': temporary.length > 0,
    accounts: state.accounts.length > 0,
    'a lock': state.pin !== '',
    certificates: (await inside(CERTIFICATES)).length > 0,
    'a VPN': state.vpn !== '' || 'always_on_vpn_app' in state.settings.secure,
    'further users': state.users.length > 0,
  }
  return Object.keys(left).filter((what) => left[what])
}
