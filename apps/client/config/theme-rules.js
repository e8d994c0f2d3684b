/** PostCSS plugin: repeats the dark set of colours for dark systems, where the user has chosen none. */
const themeRules = () => ({
  postcssPlugin: 'theme-rules',
  Once(root, { AtRule }) {
    root.each((rule) => {
      if (rule.type !== 'rule' || rule.selector !== '.theme-dark') return
      const media = new AtRule({ name: 'media', params: '(prefers-color-scheme: dark)' })
      media.append(rule.clone({ selector: 'page,\n:root:not(.theme-light)' }))
      root.insertAfter(rule, media)
    })
  },
})
themeRules.postcss = true

module.exports = themeRules
