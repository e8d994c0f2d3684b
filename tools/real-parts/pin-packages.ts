import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const SUITE = 'trixie'
const MIRROR = 'http://deb.debian.org/debian'
/** The JRE holds the compiler's module too; setpriv is in util-linux. */
const WANTED = ['adbd', 'mksh', 'toybox', 'socat', 'enjarify', 'openjdk-21-jre-headless', 'util-linux']
const URI = /^'(?<uri>[^']+)' \S+ \d+ SHA256:(?<sha256>[0-9a-f]{64})$/gm

/**
 * `node tools/real-parts/pin-packages.ts`, on a Debian: writes the lists of pinned packages anew, after a point release
 * has taken the old versions off the mirror.
 */
async function pinPackages(architecture: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-apt-'))
  try {
    const at = (name: string) => path.join(folder, name)
    for (const name of ['lists/partial', 'cache/archives/partial', 'none']) await mkdir(at(name), { recursive: true })
    await writeFile(at('status'), '')
    const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
    await writeFile(at('sources.list'), `deb [signed-by=${keyring}] ${MIRROR} ${SUITE} main\n`)
    const settings = {
      'APT::Architecture': architecture,
      'APT::Architectures': architecture,
      'APT::Install-Recommends': 'false',
      'APT::Update::Post-Invoke-Success': '',
      'Acquire::ForceHash': 'SHA256',
      'Acquire::Languages': 'none',
      'Dir::Cache': at('cache'),
      'Dir::Etc::parts': at('none'),
      'Dir::Etc::preferencesparts': at('none'),
      'Dir::Etc::sourcelist': at('sources.list'),
      'Dir::Etc::sourceparts': at('none'),
      'Dir::State': folder,
      'Dir::State::lists': at('lists'),
      'Dir::State::status': at('status'),
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`)
    await writeFile(at('apt.conf'), lines.join(''))
    const env = { ...process.env, APT_CONFIG: at('apt.conf'), LC_ALL: 'C' }
    await run('apt-get', ['update'], { env })
    const { stdout } = await run('apt-get', ['install', '--yes', '--print-uris', ...WANTED], { env })
    const found = [...stdout.matchAll(URI)].map(({ groups: { uri = '', sha256 = '' } = {} }) => {
      return { sha256, file: decodeURIComponent(uri).slice(MIRROR.length + 1) }
    })
    if (found.length === 0) throw new Error(`apt-get names no packages: ${stdout.slice(-500)}`)
    const sorted = found.toSorted((one, other) => (one.file < other.file ? -1 : 1))
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const text = [`# ${today}T000000Z`, ...sorted.map(({ sha256, file }) => `${sha256}  ${file}`), ''].join('\n')
    await writeFile(path.join(import.meta.dirname, `packages.${architecture}.sha256`), text)
    console.log(`${found.length} packages of ${SUITE} for ${architecture}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

for (const architecture of ['arm64', 'amd64']) await pinPackages(architecture)
