import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../system/bytes.ts'
import { TestPhone } from '../testing/test-phone.ts'

let phone: TestPhone
beforeAll(() => {
  phone = new TestPhone()
})
afterAll(() => phone.close())

describe('files', () => {
  test.each([
    [
      'cd /sdcard; mkdir -p f/g; touch f/a; ls f; ls -d f; ls f/..',
      'a\ng\nf\nAlarms\nAndroid\nDCIM\nDownload\nMovies\nMusic\nPictures\nf\n',
    ],
    ['cd /sdcard/f; echo 1 > x; cp x y; cp -r /sdcard/f/g h; mv x g; ls . g', '.:\na\ng\nh\ny\ng:\nx\n'],
    [
      "cd /sdcard/f; chmod 750 y; stat -c '%a %A %F %s' y; chmod u+x,g-w,o=r y; stat -c %a y",
      '750 -rwxr-x--- regular file 2\n754\n',
    ],
    ['cd /sdcard/f; ln -s a l; readlink l; ls -l l | grep -c "l -> a"', 'a\n1\n'],
    [
      'cd /sdcard/f; touch -d 2021-02-03T04:05:06Z a; stat -c %Y a; ls -l a',
      '1612325106\n-rw-r--r-- 1 root root         0 2021-02-03 04:05 a\n',
    ],
    ['cd /sdcard; find f -type f | sort; find f -maxdepth 1 -name "[gh]*"', 'f/a\nf/g/x\nf/y\n'],
    ['cd /sdcard; rm -rf f nothing; ls f 2> /dev/null || echo gone', 'gone\n'],
    ['rm -f /none; mkdir /sdcard/e; rmdir /sdcard/e; test -e /sdcard/e || echo no', 'no\n'],
    [
      'printf abc | md5sum; printf abc | sha256sum -b',
      '900150983cd24fb0d6963f7d28e17f72  -\nba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n',
    ],
    [
      'printf "b\\na\\nb\\n" | sort -u; printf "x y\\n" | wc; seq 5 | tail -n 2; echo aGk= | base64 -d',
      'a\nb\n1 2 4\n4\n5\nhi',
    ],
    ['echo hello | tee /sdcard/tee; cat /sdcard/tee; rm /sdcard/tee', 'hello\nhello\n'],
    [
      'du -b -s /data/local/tmp; echo 12345 > /data/local/tmp/z; du -b -s /data/local/tmp',
      '0\t/data/local/tmp\n6\t/data/local/tmp\n',
    ],
  ])('%s', async (script, printed) => {
    expect(await phone.print(script)).toBe(printed)
  })

  test('what cannot be done is told, by name', async () => {
    const cases: [string, string][] = [
      ['mkdir /sdcard', 'mkdir: /sdcard: File exists\n'],
      ['rm /sdcard/Download', 'rm: /sdcard/Download: Is a directory\n'],
      ['rmdir /sdcard', 'rmdir: /sdcard: Directory not empty\n'],
      ['cp /none /sdcard', 'cp: /none: No such file or directory\n'],
      ['touch /none/a', 'touch: /none/a: No such file or directory\n'],
    ]
    for (const [script, stderr] of cases) expect(await phone.run(script)).toMatchObject({ exitCode: 1, stderr })
  })

  test('df counts what is there', async () => {
    const free = async () => Number((await phone.print('df -k /data')).trim().split(/\s+/).at(-3))
    const before = await free()
    await phone.print('seq 30000 > /sdcard/big')
    expect(before - (await free())).toBeGreaterThan(160)
    await phone.print('rm /sdcard/big')
    expect(await free()).toBe(before)
  })
})

describe('the system', () => {
  test('settings are kept by space', async () => {
    expect(await phone.print('settings put global a "x y"; settings get global a; settings get system a')).toBe(
      'x y\nnull\n',
    )
    expect(await phone.print('settings delete global a; settings get global a')).toBe('Deleted 1 rows\nnull\n')
    expect((await phone.run('settings get nowhere a')).exitCode).toBe(255)
  })

  test('properties can be set unless they are read-only', async () => {
    expect(await phone.print('setprop debug.x 1; getprop debug.x')).toBe('1\n')
    expect((await phone.run('setprop ro.product.model other')).exitCode).toBe(1)
    expect(await phone.print('getprop ro.product.model')).toBe('Yunji One\n')
  })

  test('the rotation setting turns the screen', async () => {
    const { width, height } = phone.system.screen.size
    await phone.print('settings put system user_rotation 1')
    expect(phone.system.screen.size).toEqual({ width: height, height: width })
    await phone.print('settings put system user_rotation 0')
    expect(phone.system.screen.size).toEqual({ width, height })
  })

  test('notifications are posted, and volume set', async () => {
    await phone.print("cmd notification post -t 标题 tag 'two words'")
    expect(phone.system.host.listNotifications()).toMatchObject([{ title: '标题', text: 'two words' }])
    expect(await phone.print('media volume --stream 3 --set 99')).toContain('volume is 15 in range [0..15]')
  })

  test('programs tell about themselves', async () => {
    expect(await phone.print('id -u; whoami; which ls; date +%F')).toBe('0\nroot\n/system/bin/ls\n2026-01-02\n')
    expect(await phone.print('dumpsys battery | grep level')).toBe('  level: 100\n')
    expect(await phone.print('ps -A -o PID,NAME | grep system_server')).toBe('640       system_server\n')
    expect(await phone.print('logcat -d; svc wifi enable; ime list -s')).toContain('inputmethod')
  })

  test('reboot is asked for once by each way', async () => {
    await phone.run('reboot')
    await phone.run('svc power reboot')
    expect(phone.reboots).toBe(2)
  })
})

describe('the screen', () => {
  test('input reaches it', async () => {
    await phone.print('am start -n com.yunji.notes/.MainActivity; input keyevent KEYCODE_HOME')
    expect(phone.system.screen.foregroundPackage).toBe('com.android.launcher3')
    await phone.print(
      'input tap 100 100; input swipe 10 500 10 100 20; input text a%sb; input motionevent DOWN 1 1; input motionevent UP 1 1',
    )
    for (const wrong of ['input tap 1', 'input keyevent NOTHING', 'input dance']) {
      expect((await phone.run(wrong)).exitCode).toBe(255)
    }
  })

  test('a PNG shows the same pixels as the raw picture', async () => {
    const raw = Buffer.from((await phone.run('screencap')).bytes)
    const png = Buffer.from((await phone.run('screencap -p')).bytes)
    const [width, height] = [raw.readUInt32LE(0), raw.readUInt32LE(4)]
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
    const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
    expect(rows.length).toBe(height * (width * 3 + 1))
    for (const [x, y] of [
      [0, 0],
      [width - 1, 0],
      [width >> 1, height >> 1],
      [width - 1, height - 1],
    ] as const) {
      const at = y * (width * 3 + 1) + 1 + x * 3
      const from = 16 + (y * width + x) * 4
      expect(rows.subarray(at, at + 3)).toEqual(raw.subarray(from, from + 3))
    }
  })
})

test('sockets of the phone reach each other and nothing else', async () => {
  const answer = async (connection: Connection) => {
    await connection.write(Buffer.concat([Buffer.from('heard '), (await connection.read()) ?? Buffer.alloc(0)]))
    connection.close()
  }
  const stop = phone.system.network.listen('tcp:7000', (connection) => void answer(connection))
  expect(await phone.print('echo question | nc localhost 7000')).toBe('heard question\n')
  stop()
  expect((await phone.run('nc localhost 7000')).stderr).toContain('Connection refused')
  expect((await phone.run('nc example.com 80')).stderr).toContain('Network is unreachable')
})
