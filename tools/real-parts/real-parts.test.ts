import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPackageList, readPackageList } from './debian.ts'
import { generateStubs, splitSources } from './generate-stubs.ts'
import { findObstacle, type Machine } from './setup.ts'

const DISASSEMBLY = `
public final class com.example.Used implements android.os.Handler$Callback {
  public void run() throws android.os.RemoteException;
    Code:
       0: invokestatic  #2   // Method android/os/Clock.now:()J
       3: invokevirtual #3   // Method android/view/Screen.size:(I[Ljava/lang/String;)Landroid/view/Screen$Size;
       6: invokespecial #4   // Method android/view/Screen."<init>":(Z)V
       9: getfield      #5   // Field android/view/Screen$Size.width:I
      12: invokeinterface #6,  2  // InterfaceMethod android/os/IThing.ask:(Landroid/os/Bundle;)Z
      15: invokevirtual #7   // Method java/lang/String.length:()I
}
`

test('stubs are made of what the bytecode refers to, and not of what is written by hand', () => {
  const written = splitSources('package android.os;\n\npublic class Bundle {}\n')
  expect([...written.keys()]).toEqual(['android/os/Bundle.java'])
  const stubs = generateStubs(DISASSEMBLY, (file) => written.has(file))
  expect([...stubs.keys()].toSorted()).toEqual([
    'android/os/Clock.java',
    'android/os/Handler.java',
    'android/os/IThing.java',
    'android/os/RemoteException.java',
    'android/view/Screen.java',
  ])
  expect(stubs.get('android/os/Clock.java')).toContain('public static long now() { return 0; }')
  expect(stubs.get('android/os/Handler.java')).toContain('public static interface Callback')
  expect(stubs.get('android/os/IThing.java')).toContain('boolean ask(android.os.Bundle p0);')
  expect(stubs.get('android/os/RemoteException.java')).toContain('extends Exception')
  const screen = stubs.get('android/view/Screen.java')
  expect(screen).toContain('public Screen(boolean p0) {}')
  expect(screen).toContain('public android.view.Screen.Size size(int p0, java.lang.String[] p1) { return null; }')
  expect(screen).toContain('public static class Size')
})

test.each(['arm64', 'x64'])('every package for %s is pinned by its hash, on the mirror and in a snapshot', (arch) => {
  const file = findPackageList({ platform: 'linux', arch }) ?? ''
  const packages = readPackageList(readFileSync(file, 'utf8'))
  for (const name of ['adbd', 'mksh', 'toybox', 'socat', 'enjarify', 'util-linux']) {
    expect(packages.filter(({ urls }) => urls[0]?.includes(`/${name}_`))).toHaveLength(1)
  }
  for (const { sha256, urls } of packages) {
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(urls[0]).toMatch(/^http:\/\/deb\.debian\.org\/debian\/pool\/main\/.+\.deb$/)
    expect(urls[1]).toMatch(/^https:\/\/snapshot\.debian\.org\/archive\/debian\/\d{8}T\d{6}Z\/pool\/main\/.+\.deb$/)
  }
})

test('a machine that cannot have real parts is told why', () => {
  const fit: Machine = { platform: 'linux', arch: 'arm64', uid: 0, try: () => '', has: () => true }
  expect(findObstacle(fit)).toBeUndefined()
  expect(findObstacle({ ...fit, platform: 'darwin' })).toBe('there are none for darwin on arm64')
  expect(findObstacle({ ...fit, arch: 'riscv64' })).toBe('there are none for linux on riscv64')
  expect(findObstacle({ ...fit, uid: 1000 })).toContain('root')
  const noNamespaces = (program: string) => (program === 'unshare' ? 'Operation not permitted' : '')
  expect(findObstacle({ ...fit, try: noNamespaces })).toMatch(/unshare, which fails here \(Operation not permitted\)/)
  expect(findObstacle({ ...fit, has: () => false })).toContain('scrcpy')
})
