/** A file that the service has: it is sent by its id, and its bytes are not here. */
export class KeptFile extends File {
  readonly assetId: string

  constructor({
    assetId,
    mimetype,
    fileName,
  }: { assetId: string; mimetype: string; fileName: string | null }) {
    super([], fileName ?? 'file', { type: mimetype })
    this.assetId = assetId
  }
}
