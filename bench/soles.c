/* Two-player Roll for Soles with random play, by hand in C: the measure for our compiled rules. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t s[4];

static inline uint32_t rotl(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

static inline uint32_t next32(void) { /* xoshiro128++ */
    uint32_t result = rotl(s[0] + s[3], 7) + s[0], t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 11);
    return result;
}

static inline uint32_t below(uint32_t n) {
    uint64_t m = (uint64_t)next32() * n;
    if ((uint32_t)m < n) {
        uint32_t bar = -n % n;
        while ((uint32_t)m < bar) m = (uint64_t)next32() * n;
    }
    return m >> 32;
}

enum { ONE, TWO, HOOK, DOUBLE, WATER };
static const uint8_t FACE[6] = {ONE, ONE, TWO, HOOK, DOUBLE, WATER};

/* One game; returns its transitions (a die, a choice of source, again or secure) and adds to the wins. */
static long play(double *wins) {
    int middle = 40 + 5 * 8, supply[2] = {0, 0}, turn = (int)below(2);
    long count = 0;
    for (;;) {
        int net = 0, doubles = 0, dice = 4;
        for (;;) {
            int shown[5] = {0, 0, 0, 0, 0};
            for (int die = 0; die < dice; die++) shown[FACE[below(6)]]++;
            count += dice;
            int soles = shown[ONE] + 2 * shown[TWO];
            if (soles == 0) {
                middle += net;
                break;
            }
            int haul = soles << (doubles + shown[DOUBLE]);
            int rob = 0;
            if (shown[HOOK]) {
                rob = (int)below(2);
                count++;
            }
            int *source = rob ? &supply[1 - turn] : &middle;
            int taken = haul < *source ? haul : *source;
            *source -= taken;
            net += taken;
            if (middle == 0) {
                supply[turn] += net;
                wins[0] += supply[0] > supply[1] ? 1.0 : supply[0] == supply[1] ? 0.5 : 0.0;
                wins[1] += supply[1] > supply[0] ? 1.0 : supply[0] == supply[1] ? 0.5 : 0.0;
                return count;
            }
            count++;
            if (below(2)) {
                supply[turn] += net;
                break;
            }
            doubles += shown[DOUBLE];
            dice -= shown[DOUBLE] + shown[WATER];
        }
        turn = 1 - turn;
    }
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000000, transitions = 0;
    double wins[2] = {0, 0};
    s[0] = 1;
    s[1] = 2;
    s[2] = 3;
    s[3] = argc > 2 ? (uint32_t)atol(argv[2]) : 4;
    for (int i = 0; i < 64; i++) next32();
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long game = 0; game < games; game++) transitions += play(wins);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    printf("%.6f %ld %.6f\n", seconds, transitions, wins[0] / (double)games);
    return 0;
}
