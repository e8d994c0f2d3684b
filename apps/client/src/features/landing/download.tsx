import { getPlayTrial } from '@yunji/contract/configuration/guide/calls'
import { pathOf } from '@yunji/contract/pages'
import type { CallData } from '@yunji/contract/wire/call'
import { useCall } from '../../shared/api/query.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { client } from '../../shared/platform/app/client'
import { copyText } from '../../shared/platform/clipboard'
import { leaveForUrl, ownOrigin } from '../../shared/platform/router/location'
import { Button } from '../../shared/ui/button/button.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Cell } from '../../shared/ui/card/cell.tsx'
import { Box } from '../../shared/ui/elements/elements'
import { download as downloadIcon } from '../../shared/ui/icon/files.ts'
import { Logo } from '../../shared/ui/icon/logo.tsx'
import { QrCode } from '../../shared/ui/picture/qr-code.tsx'
import { Async } from '../../shared/ui/status/async.tsx'
import styles from './download.module.css'
import { type Platform, platformOf, storesOf } from './platforms.ts'
import { Scene } from './scene.tsx'

type Landing = CallData<typeof getPlayTrial>

const ROUTE = 'landing/play-trial/download'
const platform: Platform = platformOf(client)

/** Opens a store. Neither WeChat's browser nor the mini-program downloads: they get the address to paste. */
const openStore = async (url: string): Promise<void> => {
  if (platform !== 'wechat' && platform !== 'miniProgram') return leaveForUrl(url)
  const isCopied = await copyText(url)
  showToast(
    isCopied ? '下载地址已复制，请到浏览器打开' : '复制失败，请在浏览器打开本页',
    isCopied ? 'success' : 'error',
  )
}

/** Points at the menu of WeChat's browser. */
function OpenInBrowser() {
  return (
    <Box className={styles.hint} role="note">
      <Box className={styles.arrow} isDecoration />
      <Box as="p">点右上角 ···，选择「在浏览器打开」，再下载</Box>
    </Box>
  )
}

function Stores({ download }: Pick<Landing, 'download'>) {
  const stores = storesOf(platform, download)
  return (
    <Box className={styles.stores}>
      {stores.map(({ name, url }, index) => (
        <Button
          key={name}
          variant={index === 0 ? 'primary' : 'outline'}
          icon={downloadIcon}
          onTap={() => void openStore(url)}
        >
          {name}
        </Button>
      ))}
      {stores.length === 0 && (
        <Box as="p" className={styles.none}>
          安装包还没有上架，先用网页版，功能一样
        </Box>
      )}
      <Button variant={stores.length === 0 ? 'primary' : 'quiet'} to={pathOf('Home/index')}>
        直接用网页版
      </Button>
    </Box>
  )
}

function Content({ landing: { game, download, trial } }: { readonly landing: Landing }) {
  return (
    <>
      <Box as="ul" className={styles.shots}>
        {game.pictures.map(({ image, alt }) => (
          <Box as="li" key={`${image}${alt}`} className={styles.shot}>
            <Scene className={styles.screen} picture={image} alt={alt} />
          </Box>
        ))}
      </Box>
      {platform === 'desktop' && (
        <Card className={styles.scan}>
          <QrCode text={`${ownOrigin()}${pathOf(ROUTE)}`} label="用手机扫码打开" />
        </Card>
      )}
      <Card>
        <Cell
          leading={<Scene className={styles.icon} picture={game.icon} />}
          title={`试玩「${game.name}」`}
          sub={trial.isOn ? `免费 ${trial.minutes} 分钟，免下载` : game.tagline}
          to={pathOf('landing/play-trial/index')}
        />
      </Card>
      <Stores download={download} />
    </>
  )
}

/** Download by platform. */
export function Download() {
  return (
    <Box className={styles.page}>
      {platform === 'wechat' && <OpenInBrowser />}
      <Box className={styles.brand}>
        <Logo isLarge />
        <Box as="h2" className={styles.name}>
          云机
        </Box>
        <Box as="p" className={styles.slogan}>
          把手机放到云上
        </Box>
        <Box className={styles.version}>{`版本 ${client.appVersion}`}</Box>
      </Box>
      <Async of={useCall(getPlayTrial, {})}>{(landing) => <Content landing={landing} />}</Async>
    </Box>
  )
}
