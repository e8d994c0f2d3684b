import type { GuideStep, PlayTrial } from './schema.ts'

/** Landing content where the operator has set none. */
export const DEFAULT_PLAY_TRIAL: PlayTrial = {
  game: {
    name: '星海远征',
    badge: '免下载 · 点开就玩',
    tagline: '开放世界冒险，云端运行',
    intro: '不占手机空间，不用等更新。登录后领取一台试用云手机，点开画面就能上手。',
    icon: 'drawn:voyageIcon',
    hero: 'drawn:voyage',
    pictures: [
      { image: 'drawn:voyage', alt: '夜空下的旅人和远山' },
      { image: 'drawn:desktop', alt: '云手机的桌面' },
      { image: 'drawn:orchard', alt: '果园里的小屋' },
    ],
  },
  download: { androidUrl: '', iosUrl: '' },
}

/** Tour of the home page where the operator has set none. */
export const DEFAULT_GUIDE_STEPS: readonly GuideStep[] = [
  { title: '欢迎来到云机', text: '云手机是运行在云端的安卓手机，关掉网页它也不会停。', image: '', target: '' },
  { title: '先免费试用', text: '每人可以领取一次试用云手机，到期后自动收回并清空。', image: '', target: 'trial' },
  { title: '创建云手机', text: '选好配置、区域和时长，付款后很快就能用。', image: '', target: 'create' },
  {
    title: '都在这里打开',
    text: '点画面进入云手机；长按或点更多，可以重启、清理和分组。',
    image: '',
    target: 'devices',
  },
  {
    title: '我的',
    text: '余额、云空间、优惠券和客服都在「我的」，也可以在那里再看一次引导。',
    image: '',
    target: 'user',
  },
]
