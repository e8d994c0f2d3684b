import { CARD_CODE_ENTRY } from '@yunji/contract/devices/grant/rules'
import { pathOf } from '@yunji/contract/pages'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { layers, shield, zap } from '../../../../shared/ui/icon/icons.ts'
import { Page } from '../../../../shared/ui/page/page.tsx'
import { BrandHeader } from './brand-header.tsx'
import styles from './welcome.module.css'

const merits = [
  { icon: zap, text: '24 小时在线' },
  { icon: layers, text: '多台一起管' },
  { icon: shield, text: '数据可备份' },
] as const

/** Home page of a visitor: the product, and the login. */
function Welcome() {
  return (
    <Box className={styles.welcome}>
      <Box className={styles.hero}>
        <Box className={styles.picture} isDecoration />
        <Box as="h2" className={styles.title}>
          一台云上的手机
        </Box>
        <Box as="p" className={styles.line}>
          关机也在跑，换设备接着玩
        </Box>
      </Box>
      <Box as="ul" className={styles.merits}>
        {merits.map(({ icon, text }) => (
          <Box as="li" key={text} className={styles.merit}>
            <Box className={styles.tile}>
              <Icon of={icon} />
            </Box>
            <Box as="span">{text}</Box>
          </Box>
        ))}
      </Box>
      <Box className={styles.action}>
        <Button isLifted to={pathOf('login/login')}>
          登录 / 注册
        </Button>
        <Button variant="tint" to={pathOf('landing/play-trial/index')}>
          免费试玩一台
        </Button>
        <Button variant="outline" to={pathOf('create/buyGoods')}>
          先看价格，不用登录
        </Button>
        <Box className={styles.code}>
          <TextLink to={CARD_CODE_ENTRY}>有授权码？打开别人分享的云手机</TextLink>
        </Box>
      </Box>
    </Box>
  )
}

export function WelcomePage() {
  return (
    <Page route="Home/index" header={<BrandHeader />}>
      <Welcome />
    </Page>
  )
}
