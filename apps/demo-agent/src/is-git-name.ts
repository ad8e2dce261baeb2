/** Whether this is Git's own directory, also as a disk may spell it that takes others for the same. */
export function isGitName(segment: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(segment.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ""));
}
