"""Floating-point numbers written as Python's `repr` writes them: the fewest digits that read back as the same number.

The digits are found by Schubfach (Giulietti 2020), which needs no more than three products of 64 and 128 bits. `fill_powers` has its
table.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    LOWEST_POWER = -292
    POWERS = 617
    LONGEST_NUMBER = 32          # bytes

cdef extern from *:
    """
    typedef struct { uint64_t high, low; } caesura_power;
    /* The upper half of a product of 128 and 64 bits; its lowest bit says whether something was cut off. */
    static inline uint64_t caesura_rounded_to_odd(caesura_power power, uint64_t factor) {
        unsigned __int128 low = (unsigned __int128)power.low * factor;
        unsigned __int128 sum = (unsigned __int128)power.high * factor + (uint64_t)(low >> 64);
        return (uint64_t)(sum >> 64) | ((uint64_t)sum > 1);
    }
    """
    ctypedef struct Power "caesura_power":
        uint64_t high
        uint64_t low
    uint64_t rounded_to_odd "caesura_rounded_to_odd"(Power power, uint64_t factor) noexcept nogil


cdef inline uint64_t shortest_digits(double value, const Power *powers, int *exponent) noexcept nogil:
    """The digits of a positive number, which is digits * 10^exponent; zeros at their end are not cut off."""
    cdef uint64_t bits, fraction, significand, lower, upper, middle, digits, tenth
    cdef int32_t binary, power, shift
    cdef bint closer, odd, below, above
    memcpy(&bits, &value, 8)
    fraction = bits & ((<uint64_t>1 << 52) - 1)
    binary = <int32_t>((bits >> 52) & 0x7FF)
    closer = fraction == 0 and binary > 1
    if binary:
        significand = fraction | (<uint64_t>1 << 52)
        binary -= 1075
        if -52 <= binary <= 0 and not significand & ((<uint64_t>1 << -binary) - 1):
            exponent[0] = 0
            return significand >> -binary
    else:
        significand = fraction
        binary = -1074
    odd = significand & 1
    power = (binary * 1262611 - (524031 if closer else 0)) >> 22
    shift = binary + ((-power * 1741647) >> 19) + 1
    lower = rounded_to_odd(powers[-power - LOWEST_POWER], (4 * significand - 2 + closer) << shift) + odd
    middle = rounded_to_odd(powers[-power - LOWEST_POWER], (4 * significand) << shift)
    upper = rounded_to_odd(powers[-power - LOWEST_POWER], (4 * significand + 2) << shift) - odd
    digits = middle // 4
    if digits >= 10:
        tenth = digits // 10
        below = lower <= 40 * tenth
        above = 40 * tenth + 40 <= upper
        if below != above:
            exponent[0] = power + 1
            return tenth + above
    exponent[0] = power
    below = lower <= 4 * digits
    above = 4 * digits + 4 <= upper
    if below != above:
        return digits + above
    above = middle > 4 * digits + 2 or (middle == 4 * digits + 2 and digits & 1 == 1)
    return digits + above


cdef inline int write_whole(uint64_t value, uint8_t *out) noexcept nogil:
    """A whole number; how many digits it has."""
    cdef uint8_t[20] reversed
    cdef int count = 0, at
    while True:
        reversed[count] = <uint8_t>(48 + value % 10)
        count += 1
        value //= 10
        if not value:
            break
    for at in range(count):
        out[at] = reversed[count - 1 - at]
    return count


cdef inline int write_number(double value, const Power *powers, uint8_t *out) noexcept nogil:
    """A finite number as `repr` writes it; the number of bytes, at most LONGEST_NUMBER."""
    cdef uint8_t[24] digits
    cdef uint64_t whole, bits
    cdef int exponent, count, point, at, length = 0
    memcpy(&bits, &value, 8)
    if bits >> 63:
        out[0] = 45
        length = 1
        value = -value
    if value == 0:
        memcpy(out + length, b"0.0", 3)
        return length + 3
    whole = shortest_digits(value, powers, &exponent)
    while whole % 10 == 0:
        whole //= 10
        exponent += 1
    count = write_whole(whole, digits)
    point = count + exponent             # digits before the point
    if -4 < point <= 16:
        if point <= 0:
            out[length], out[length + 1] = 48, 46
            length += 2
            for at in range(-point):
                out[length] = 48
                length += 1
            point = -1
        for at in range(max(count, point)):
            if at == point:
                out[length] = 46
                length += 1
            out[length] = digits[at] if at < count else 48
            length += 1
        if point >= count:
            out[length], out[length + 1] = 46, 48
            length += 2
        return length
    out[length] = digits[0]
    length += 1
    if count > 1:
        out[length] = 46
        memcpy(out + length + 1, digits + 1, count - 1)
        length += count
    exponent = point - 1
    out[length], out[length + 1] = 101, 45 if exponent < 0 else 43
    length += 2
    exponent = -exponent if exponent < 0 else exponent
    if exponent < 10:
        out[length] = 48
        length += 1
    return length + write_whole(exponent, out + length)
