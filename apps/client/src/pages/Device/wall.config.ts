/** The mini-program's web view covers the whole page, so the way back is the platform's own title bar. */
const isMiniProgram = process.env.TARO_ENV === 'weapp'

export default isMiniProgram ? { navigationStyle: 'default', navigationBarTitleText: '同步操作' } : {}
