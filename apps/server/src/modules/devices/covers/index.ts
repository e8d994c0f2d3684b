export { type CoverSigner, createCoverSigner } from './cover-signer.ts'
export { type CoverAddresses, type Covers, createCovers } from './covers.ts'
export { createPictures } from './pictures.ts'
export { addCoverRoute } from './routes.ts'
