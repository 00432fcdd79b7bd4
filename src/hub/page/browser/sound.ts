let context: AudioContext | null = null;

/** Two soft tones. A browser that has not seen a click yet stays silent. */
export function chime(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    tone(context, 660, 0);
    tone(context, 880, 0.12);
  } catch {
    // No sound on this machine; the bell tells it all the same
  }
}

function tone(audio: AudioContext, pitch: number, delay: number): void {
  const at = audio.currentTime + delay;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.25);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.3);
}
