import { goodsLevelLabels } from '@yunji/contract/commerce/commodity/enums'
import type { Goods } from '@yunji/contract/commerce/commodity/schema'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { client } from '../../../../shared/platform/app/client'
import { shareText } from '../../../../shared/platform/clipboard'
import { ownOrigin } from '../../../../shared/platform/router/location'
import { goBackFrom } from '../../../../shared/platform/router/router.ts'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { share } from '../../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { back } from '../../../../shared/ui/icon/icons.ts'
import { Picture } from '../../../../shared/ui/picture/picture'
import { detailsPath } from '../selection.ts'
import styles from './details-hero.module.css'

const shareGoods = async ({ goodId, name, tagline }: Goods): Promise<void> => {
  const outcome = await shareText(`${name}：${tagline} ${ownOrigin()}${detailsPath({ goodId, quantity: 1 })}`)
  if (outcome === 'copied') showToast('已复制，去粘贴给好友', 'success')
  else if (outcome === 'failed') showToast('分享失败，请复制网页地址', 'error')
}

function Bar({ goods }: { readonly goods?: Goods }) {
  return (
    <Box className={styles.bar}>
      {!client.hasOuterTitleBar && (
        <>
          <Tap className={styles.action} label="返回" onTap={() => void goBackFrom('create/goodsDetails')}>
            <Icon of={back} />
          </Tap>
          {goods && (
            <Tap className={styles.action} label="分享" onTap={() => void shareGoods(goods)}>
              <Icon of={share} />
            </Tap>
          )}
        </>
      )}
    </Box>
  )
}

/** Room of the headline while the model is being read. */
export function HeroSkeleton() {
  return (
    <Box as="header" className={classes(styles.hero, styles.coming)}>
      <Bar />
    </Box>
  )
}

/** Headline of a model, coloured by its level. */
export function DetailsHero({ goods }: { readonly goods: Goods }) {
  const { goodsLevel, tagline, tags, picture } = goods
  return (
    <Box as="header" className={classes(styles.hero, styles[`lv${goodsLevel}`])}>
      <Box className={classes(styles.ring, styles.inner)} isDecoration />
      <Box className={classes(styles.ring, styles.outer)} isDecoration />
      <Picture className={styles.picture} src={client.apiBase + picture} />
      <Bar goods={goods} />
      <Box className={styles.words}>
        <Box as="h1" className={styles.name}>
          {goodsLevelLabels[goodsLevel]}
        </Box>
        <Box className={styles.tagline}>{tagline}</Box>
        <Box className={styles.tags}>
          {tags.map((tag) => (
            <Box key={tag} className={styles.tag}>
              {tag}
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  )
}
