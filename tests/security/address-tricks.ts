/** Addresses that must not reach a phone: other schemes, hidden users, hidden characters, broken forms. */
export const addressTricks = (host: string): string[] =>
  [
    ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', ' javascript:alert(1)'],
    ['data:text/html,<script>1</script>', 'vbscript:msgbox(1)', 'about:blank', 'blob:https://example.com/1'],
    ['file:///data/system/users.xml', 'FILE:///sdcard/', 'file://localhost/sdcard/', 'content://sms/inbox'],
    ['intent://scan/#Intent;scheme=zxing;end', 'android-app://com.android.settings', 'market://details?id=x'],
    ['tel:110', 'sms:10086', 'mailto:a@example.com', 'geo:0,0', 'ws://example.com/', 'wss://example.com/'],
    ['ftp://example.com/', 'gopher://example.com/', 'ssh://example.com/', 'view-source:http://example.com/'],
    [
      'http://user@example.com/',
      'http://user:pass@example.com/',
      'https://example.com@evil.example/',
      `http://a@${host}/`,
    ],
    [
      'http://example.com\\@evil.example/',
      'http:\\\\example.com/',
      'https:/\\example.com',
      'http:/example.com',
      'http:example.com',
    ],
    ['//example.com/', '///example.com', 'example.com', 'www.example.com/path', '/sdcard/x', '?a=b', '#x', ''],
    ['http://', 'https://', 'http:///', 'http://?x', 'http://#x', 'http://.', 'http://..', 'http://a..b.example/'],
    [
      'http://-a.example/',
      'http://a-.example/',
      'http://example',
      'http://256.1.1.1/',
      'http://1.2.3/',
      'http://0x7f.1/',
    ],
    [
      'http://0177.0.0.1/',
      'http://2130706433/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://example.com:99999/',
    ],
    [
      'http://example.com:/',
      'http://example.com:80a/',
      'http://exa mple.com/',
      'http://example.com/a b',
      'http://example.com/\t',
    ],
    [
      'http://example.com/\n',
      'http://example.com/\r\nHost: x',
      'http://example.com/\u0000',
      'http://example.com/\u001b[0m',
    ],
    [
      'http://example.com/\u202egnp.exe',
      'http://exam\u200bple.com/',
      'http://example.com/\u2028',
      '\ufeffhttp://example.com/',
    ],
    [
      'http://example\u3002com\uff0f',
      'http://example.com/ -n com.evil/.Main',
      'http://example.com/$(reboot) x',
      `http://${host} /`,
    ],
    [`http://example.com/${'x'.repeat(2048)}`],
  ].flat()

/** Valid addresses with characters that are special in shells and markup. */
export const plainAddresses = (host: string): string[] =>
  [
    ['http://example.com', 'https://example.com/', 'HTTPS://EXAMPLE.COM/A', 'https://example.com:8443/a?b=c#d'],
    [
      'https://www.example.com/%E4%BA%91',
      'https://example.com/云手机?名=值',
      'https://例子.中国/',
      'https://xn--fsqu00a.xn--fiqs8s/',
    ],
    [
      "https://example.com/'quoted'",
      'https://example.com/"x"',
      'https://example.com/$(reboot)',
      'https://example.com/`id`;reboot&x|y>z',
    ],
    [`http://${host}/visited-by-the-server`, 'http://192.168.1.1/', 'http://localhost/x'],
  ].flat()
