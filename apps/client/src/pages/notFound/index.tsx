import { View } from '@tarojs/components'

export default function NotFoundPage() {
  return <View>notFound/index</View>
}
