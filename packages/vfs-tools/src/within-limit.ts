/**
 * What `work` comes to or, when that takes longer than `milliseconds`, a rejection with the error that `onLimit` gives.
 * The work itself goes on. The timer keeps no process alive.
 */
export async function withinLimit<T>(work: Promise<T>, milliseconds: number, onLimit: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onLimit()), milliseconds).unref();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
