import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { openPhone } from '@yunji/phone-driver/phone'
import { MotionAction } from '@yunji/phone-protocol/scrcpy/control'
import { eventually } from '@yunji/testkit/eventually'
import { makeZip } from '@yunji/virtual-phone/testing/make-apk'
import { expect } from 'vitest'
import { root } from '../../../tools/command.ts'
import type { RealPartsUnderTest } from './open.ts'
import { refuseReverse } from './refuse-reverse.ts'

export interface RealPartsCheck {
  readonly name: string
  run(subject: RealPartsUnderTest): Promise<void>
}

const OPTIONS = { maxSize: 1280, bitrate: 3_000_000, maxFps: 60 }
const FILE = '/sdcard/Download/lasting.txt'
const LIVING_TIMEOUT_MS = 120_000
const LIVING = '/sdcard/Download/living'

/** Checks of this target only: they read the log of injected events and take services away. */
export const realPartsChecks: readonly RealPartsCheck[] = [
  {
    name: 'scrcpy asks its encoder for the size and rate that were asked of the driver',
    async run({ phone, parts }) {
      const screen = await phone.openScreen({ ...OPTIONS, maxSize: 640 })
      const asked = (await parts.events()).findLast((event) => event.startsWith('encoder '))
      expect(asked).toMatch(/bitrate=3000000,.*height=640,.*max-fps-to-encoder=60\.0,.*profile=1,.*width=360\}/)
      await screen.close()
    },
  },
  {
    name: 'an encoder that refuses the baseline profile is asked again without, at the same size',
    async run({ parts, keys }) {
      await parts.setFault('profile', true)
      const phone = openPhone({ host: parts.host, port: parts.port, keys })
      const screen = await phone.openScreen(OPTIONS)
      expect(screen.size).toMatchObject({ width: 720, height: 1280 })
      const asked = (await parts.events()).filter((event) => event.startsWith('encoder ')).slice(-2)
      expect(asked.map((event) => event.includes('profile=1'))).toEqual([true, false])
      await screen.close()
      await phone.close()
      await parts.setFault('profile', false)
    },
  },
  {
    name: 'touches arrive where they were meant',
    async run({ phone, parts }) {
      const screen = await phone.openScreen(OPTIONS)
      const { width, height } = screen.size
      const position = { x: 360, y: 640, width, height }
      const touch = { type: 'injectTouch', pointerId: 1n, position, actionButton: 0, buttons: 0 } as const
      screen.control({ ...touch, action: MotionAction.down, pressure: 1 })
      screen.control({ ...touch, action: MotionAction.up, pressure: 0 })
      await eventually(async () => {
        const events = (await parts.events()).filter((event) => event.startsWith('motion '))
        expect(events).toEqual(['motion DOWN pointers=1 0@360,640', 'motion UP pointers=1 0@360,640'])
      })
      await screen.close()
    },
  },
  {
    name: 'a clipboard without text is empty, one that cannot be asked is not',
    async run({ phone, parts }) {
      expect(await phone.getClipboard()).toBe('')
      await phone.setClipboard('copied before')
      await parts.setFault('clipboard', true)
      await expect(phone.getClipboard()).rejects.toMatchObject({ kind: 'unsupported' })
      await parts.setFault('clipboard', false)
      expect(await phone.getClipboard()).toBe('copied before')
    },
  },
  {
    name: 'an app in several parts goes through a session, with its expansion file',
    async run({ phone }) {
      const name = 'com.example.parts'
      const apk = (...entries: string[]) => makeZip(entries.map((entry) => [entry, randomBytes(100_000)] as const))
      const obb = `Android/obb/${name}/main.1.${name}.obb`
      const manifest = {
        package_name: name,
        split_apks: ['base', 'config.xhdpi', 'config.mdpi'].map((id) => ({ id, file: `${id}.apk` })),
        expansions: [{ file: obb, install_path: obb }],
      }
      const archive = makeZip([
        ['manifest.json', Buffer.from(JSON.stringify(manifest))],
        ['base.apk', apk(`package/${name}`)],
        ['config.xhdpi.apk', apk(`package/${name}`, 'split/config.xhdpi')],
        ['config.mdpi.apk', apk(`package/${name}`, 'split/config.mdpi')],
        [obb, Buffer.from('the expansion')],
      ])
      await phone.installArchive([archive], archive.length)
      const { stdout } = await phone.run(['pm', 'path', name])
      expect(stdout).toBe(`package:/data/app/${name}/base.apk\npackage:/data/app/${name}/split_config.xhdpi.apk\n`)
      expect((await buffer(await phone.pull(`/sdcard/${obb}`))).toString()).toBe('the expansion')
      await phone.uninstall(name)
    },
  },
  {
    name: 'a file for the gallery is scanned where galleries look, and arrives without a media provider too',
    async run({ phone, parts }) {
      const file = "/sdcard/Download/it's 云.png"
      await phone.push(file, [Buffer.from('a picture')], { isShownInGallery: true })
      expect(await parts.events()).toContain("media scan /storage/emulated/0/Download/it's 云.png")
      await parts.setFault('media', true)
      await parts.setFault('activity', true)
      expect(await phone.push(file, [Buffer.from('again')], { isShownInGallery: true })).toMatchObject({ sizeBytes: 5 })
      await parts.setFault('media', false)
      await parts.setFault('activity', false)
    },
  },
  {
    name: 'a phone that is watched does not sleep or lock, and has its own timeout afterwards',
    async run({ phone, parts }) {
      const timeout = async () => (await phone.run(['settings', 'get', 'system', 'screen_off_timeout'])).stdout.trim()
      await phone.run(['settings', 'put', 'system', 'screen_off_timeout', '30000'])
      const screen = await phone.openScreen(OPTIONS)
      await eventually(async () => expect(await timeout()).toBe('2147483647'))
      await eventually(async () => expect(await parts.events()).toContain('keyguard dismissed'))
      await screen.close()
      await eventually(async () => expect(await timeout()).toBe('30000'))
    },
  },
  {
    name: 'a screen opens where adbd refuses reverse tunnels: its video and input, then the clipboard',
    async run({ parts, keys }) {
      const relay = await refuseReverse(parts.host, parts.port)
      const phone = openPhone({ host: '127.0.0.1', port: relay.port, keys })
      const screen = await phone.openScreen(OPTIONS)
      const frames: boolean[] = []
      screen.onFrame(({ isKey }) => frames.push(isKey))
      await eventually(() => expect(frames[0]).toBe(true))
      screen.control({ type: 'injectKeyCode', action: 0, keyCode: 3, repeat: 0, metaState: 0 })
      await eventually(() => expect(frames.length).toBeGreaterThan(1))
      await screen.close()
      await phone.setClipboard('through a forward tunnel')
      expect(await phone.getClipboard()).toBe('through a forward tunnel')
      expect(relay.refusals()).toBe(3)
      await phone.close()
      relay.stop()
    },
  },
  {
    name: 'a phone that starts anew ends its screen as lost, keeps its files and is reached again',
    async run({ phone, parts }) {
      await phone.push(FILE, [Buffer.from('before')])
      const screen = await phone.openScreen(OPTIONS)
      const ends: unknown[] = []
      screen.onEnd((reason) => ends.push(reason))
      await parts.restart()
      await eventually(() => expect(ends).toMatchObject([{ kind: 'lost' }]))
      await eventually(async () => expect((await phone.health()).isBooted).toBe(true))
      expect((await buffer(await phone.pull(FILE))).toString()).toBe('before')
    },
  },
  {
    name: 'a living phone is archived: sockets, vanishing and shrinking files do not end it',
    async run({ phone, user }) {
      await phone.run(['mkdir', '-p', LIVING])
      const socket = `/usr/bin/socat UNIX-LISTEN:${LIVING}/socket /dev/null &`
      const restless = `head -c 3000000 /dev/zero >${LIVING}/a; : >${LIVING}/a; rm ${LIVING}/a`
      const script = `${socket} while [ ! -e ${LIVING}/stop ]; do ${restless}; done; kill $!`
      const living = phone.run(['sh', '-c', script], { timeoutMs: LIVING_TIMEOUT_MS })
      await eventually(async () => expect((await phone.run(['ls', LIVING])).stdout).toContain('socket'))
      for (let round = 0; round < 6; round += 1) {
        const { body, finished } = await phone.createBackup()
        await buffer(body)
        const { contents } = await finished
        expect(contents.appData).toBe(user === 'root' ? 'included' : 'noRoot')
        expect(contents.leftOut.sockets).toBe(1)
      }
      await phone.run(['touch', `${LIVING}/stop`])
      await living
    },
  },
  {
    name: "restored data belongs to the app's user on this phone and gets its labels",
    async run({ phone, parts, user, apk }) {
      if (!apk) throw new Error('there is no app to install')
      await phone.install([apk], apk.length)
      const folder = '/data/data/com.example.suite'
      const asRoot = (script: string) => phone.run(['sh', '-c', script])
      await asRoot(
        `mkdir -p ${folder}/cache && echo note >${folder}/note && echo x >${folder}/cache/x && chown 4242:4242 ${folder}/note`,
      )
      const { body, finished } = await phone.createBackup()
      const archive = await buffer(body)
      const { contents } = await finished
      expect(contents.packages.includes('com.example.suite')).toBe(user === 'root')
      expect(archive.includes('com.example.suite/cache/x')).toBe(false)
      await asRoot(`rm -rf ${folder}/*`)
      const { restoredPackages } = await phone.restoreBackup([archive], contents, { sizeBytes: archive.length })
      expect(restoredPackages).toContain('com.example.suite')
      const owner = await phone.run(['stat', '-c', '%u', `${folder}/note`])
      const [, userId] =
        /com\.example\.suite uid:(\d+)/.exec((await phone.run(['pm', 'list', 'packages', '-U'])).stdout) ?? []
      expect(owner.stdout.trim()).toBe(user === 'root' ? userId : '')
      expect((await parts.events()).includes(`restorecon -R ${folder}`)).toBe(user === 'root')
      await phone.uninstall('com.example.suite')
    },
  },
  {
    name: 'the probe finds all of it fit but for the restart, which these parts do not have',
    async run({ parts, dataDir }) {
      const args = ['tools/phone-probe.ts', `${parts.host}:${parts.port}`, '--erase']
      const env = { ...process.env, YUNJI_DATA_DIR: path.resolve(dataDir) }
      const probe = promisify(execFile)(process.execPath, args, { cwd: root, env })
      const { stdout } = await probe.catch((error: { stdout: string }) => error)
      const failed = stdout.split('\n').filter((line) => line.startsWith('✗'))
      expect({ failed, stdout }).toEqual({ failed: [expect.stringMatching(/^✗ Reboot /)], stdout })
    },
  },
]
