import type { Goods } from '@yunji/contract/commodity/goods-schema'
import { goodsLevelLabels } from '@yunji/contract/commodity/level-labels'
import { client } from '../../shared/platform/client'
import { goBackFrom } from '../../shared/platform/router.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Box, Tap } from '../../shared/ui/elements'
import { Icon } from '../../shared/ui/icon.tsx'
import { back } from '../../shared/ui/icons.ts'
import { Picture } from '../../shared/ui/picture'
import styles from './details-hero.module.css'

/** What a model is for, on the ground of its level. */
export function DetailsHero({ goods }: { readonly goods: Goods }) {
  const { goodsLevel, tagline, tags, picture } = goods
  return (
    <Box as="header" className={classes(styles.hero, styles[`lv${goodsLevel}`])}>
      <Box className={classes(styles.ring, styles.inner)} isDecoration />
      <Box className={classes(styles.ring, styles.outer)} isDecoration />
      <Picture className={styles.picture} src={client.apiBase + picture} />
      <Box className={styles.bar}>
        {!client.hasOuterTitleBar && (
          <Tap className={styles.back} label="返回" onTap={() => void goBackFrom('create/goodsDetails')}>
            <Icon of={back} />
          </Tap>
        )}
      </Box>
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
