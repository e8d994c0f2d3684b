import { View } from '@tarojs/components'

export default function CloudBeanToMonthlyPage() {
  return <View>CloudBeanToMonthly/index</View>
}
