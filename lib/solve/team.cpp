#include "team.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace mexbase {

namespace {

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    _mm_pause();
#endif
}

// Steps follow each other within microseconds while plies are large: look for a short time before sleeping.
void wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    constexpr int looks = 1000;
    for (int i = 0; i < looks; ++i) {
        if (value.load(std::memory_order_acquire) != old) return;
        relax();
    }
    value.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadTeam::ThreadTeam(unsigned size) {
    const unsigned others = size < 2 ? 0 : size - 1;
    failures_.resize(others + 1);
    threads_.reserve(others);
    try {
        for (unsigned k = 1; k <= others; ++k) threads_.emplace_back([this, k] { work(k); });
    } catch (...) {
        stop();
        throw;
    }
}

ThreadTeam::~ThreadTeam() {
    stop();
}

void ThreadTeam::stop() noexcept {
    if (threads_.empty()) return;
    stopping_ = true;
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void ThreadTeam::perform(unsigned number) noexcept {
    try {
        step_(context_, number);
    } catch (...) {
        failures_[number] = std::current_exception();
    }
}

void ThreadTeam::work(unsigned number) {
    for (std::uint32_t seen = 0;; ++seen) {
        wait_while(generation_, seen);
        if (stopping_) return;
        perform(number);
        if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
    }
}

void ThreadTeam::run_step(Step step, void* context) {
    step_ = step;
    context_ = context;
    busy_.store(static_cast<std::uint32_t>(threads_.size()), std::memory_order_relaxed);
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
    perform(0);
    for (std::uint32_t left; (left = busy_.load(std::memory_order_acquire)) != 0;) wait_while(busy_, left);
    std::exception_ptr first;
    for (std::exception_ptr& failure : failures_) {
        if (failure && !first) first = failure;
        failure = nullptr;
    }
    if (first) std::rethrow_exception(first);
}

}  // namespace mexbase
