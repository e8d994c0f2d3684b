import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

/** Names with a hash of eight hexadecimal digits: the server lets browsers keep those for ever. */
const HASHED = 'assets/[name].[hash:8]'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: 'dist/console',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        entryFileNames: `${HASHED}.js`,
        chunkFileNames: `${HASHED}.js`,
        assetFileNames: `${HASHED}[extname]`,
      },
    },
  },
  server: {
    port: Number(process.env.YUNJI_CONSOLE_PORT ?? 10087),
    strictPort: true,
    // The Host header stays, so that the server sees writes of its own origin.
    proxy: { '/vmcloud': SERVER, '/operator': SERVER, '/customer': SERVER, '/invoice': SERVER, '/content': SERVER },
  },
})
