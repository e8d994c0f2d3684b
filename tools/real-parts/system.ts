import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { generateStubs, splitSources } from './generate-stubs.ts'

const run = promisify(execFile)

const SOURCES = path.join(import.meta.dirname, 'system')
const STUBS = path.join(import.meta.dirname, 'stubs')
const SCREEN = { width: 720, height: 1280 }
const GREY = 0x80
const JAVAP_OPTIONS = ['-c', '-p', '-cp', '/build/server.jar']
const JAVAC_OPTIONS = ['-nowarn', '-proc:none', '-encoding', 'UTF-8', '-d', '/build/stubs']
/** Of a disassembly of 146 classes. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Builds `/system`: commands, and scrcpy's server with the classes of Android that it uses. */
export async function buildSystem(debian: string, scrcpyServer: string, folder: string): Promise<void> {
  if (existsSync(folder)) return
  const draft = await mkdtemp(`${folder}-`)
  try {
    await cp(SOURCES, draft, { recursive: true })
    await writeCommands(debian, path.join(draft, 'bin'))
    await writePictures(path.join(draft, 'etc'))
    await mkdir(path.join(draft, 'framework'))
    await writeFile(path.join(draft, 'framework', 'framework-res.apk'), 'stands for the packages of the system')
    await mkdir(path.join(draft, 'scrcpy'))
    await translateServer(debian, scrcpyServer, path.join(draft, 'scrcpy'))
    await chmod(draft, 0o755)
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Toybox under all of its names, and our own scripts in place of some of them. */
async function writeCommands(debian: string, folder: string): Promise<void> {
  const scripts = await readdir(folder)
  for (const name of scripts) await chmod(path.join(folder, name), 0o755)
  const { stdout } = await run('chroot', [debian, '/usr/bin/toybox'])
  const names = ['toybox', ...stdout.split(/\s+/).filter((name) => name !== '' && !scripts.includes(name))]
  for (const name of names) await symlink('/usr/bin/toybox', path.join(folder, name))
  await symlink('/usr/bin/mksh', path.join(folder, 'sh'))
}

async function translateServer(debian: string, scrcpyServer: string, target: string): Promise<void> {
  const build = path.join(debian, 'build')
  await rm(build, { recursive: true, force: true })
  await mkdir(path.join(build, 'stubs'), { recursive: true })
  await cp(scrcpyServer, path.join(build, 'server.apk')) // enjarify goes by the name
  await runIn(debian, [
    '/usr/bin/python3.13',
    '-O',
    '-m',
    'enjarify.main',
    '-o',
    '/build/server.jar',
    '/build/server.apk',
  ])
  const classes = await listClasses(debian)
  const disassembly = await java(debian, 'jdk.jdeps/com.sun.tools.javap.Main', [...JAVAP_OPTIONS, ...classes])
  const files = await readdir(STUBS)
  const written = splitSources(
    (await Promise.all(files.map((name) => readFile(path.join(STUBS, name), 'utf8')))).join('\n'),
  )
  const sources = new Map([...written, ...generateStubs(disassembly, (file) => written.has(file))])
  for (const [file, source] of sources) {
    await mkdir(path.join(build, 'source', path.dirname(file)), { recursive: true })
    await writeFile(path.join(build, 'source', file), source)
  }
  const paths = [...sources.keys()].map((file) => `/build/source/${file}`)
  await java(debian, 'jdk.compiler/com.sun.tools.javac.Main', [...JAVAC_OPTIONS, ...paths])
  await rename(path.join(build, 'server.jar'), path.join(target, 'server.jar'))
  await rename(path.join(build, 'stubs'), path.join(target, 'stubs'))
  await rm(build, { recursive: true })
  await mkdir(build)
}

async function listClasses(debian: string): Promise<string[]> {
  const listing = await runIn(debian, ['/usr/bin/python3.13', '-m', 'zipfile', '-l', '/build/server.jar'])
  return [...listing.matchAll(/^(\S+)\.class /gm)].flatMap(([, name]) => name ?? [])
}

async function java(debian: string, main: string, args: readonly string[]): Promise<string> {
  const home = (await readdir(path.join(debian, 'usr/lib/jvm'))).find((name) => /^java-\d+-openjdk-/.test(name))
  return runIn(debian, [`/usr/lib/jvm/${home}/bin/java`, '-XX:TieredStopAtLevel=1', '-m', main, ...args])
}

/** Java looks for itself in /proc. */
async function runIn(debian: string, command: readonly string[]): Promise<string> {
  const args = ['--mount', '--pid', '--fork', '--kill-child=KILL', `--root=${debian}`, '--mount-proc', ...command]
  const env = { PATH: '/usr/bin', LC_ALL: 'C.UTF-8' }
  return (await run('unshare', args, { env, maxBuffer: MAX_OUTPUT_BYTES })).stdout
}

/** A grey screen in both forms that `screencap` knows. */
async function writePictures(folder: string): Promise<void> {
  const { width, height } = SCREEN
  const header = Buffer.alloc(16)
  header.writeUInt32LE(width, 0)
  header.writeUInt32LE(height, 4)
  header.writeUInt32LE(1, 8)
  header.writeUInt32LE(1, 12)
  const rgba = Buffer.concat([header, Buffer.alloc(width * height * 4, GREY)])
  await writeFile(path.join(folder, 'screen.rgba.gz'), gzipSync(rgba))
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size[8] = 8 // bits, greyscale
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, GREY)])),
  )
  const png = [
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND'),
  ]
  await writeFile(path.join(folder, 'screen.png'), Buffer.concat(png))
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
